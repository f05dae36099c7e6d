#pragma once
// Text in memory of a fixed size, for messages where nothing may be allocated. What does not fit is cut and ends in
// "...". Takes what StrCat takes, shapes and dtypes included.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/dtype.h"
#include "base/shape.h"

namespace slipway {

class FixedText {
 public:
  static constexpr size_t kCapacity = 500;

  bool empty() const { return size_ == 0; }
  std::string_view view() const { return {text_, size_}; }
  void Clear() { size_ = 0; }
  template <class... A>
  void Append(const A&... parts) {
    (One(parts), ...);
  }

 private:
  void One(std::string_view s) {
    size_t room = kCapacity - size_;
    if (s.size() <= room) {
      std::memcpy(text_ + size_, s.data(), s.size());
      size_ += s.size();
      return;
    }
    std::memcpy(text_ + size_, s.data(), room);
    size_ = kCapacity;
    std::memcpy(text_ + kCapacity - 3, "...", 3);
  }
  void One(const std::string& s) { One(std::string_view(s)); }
  void One(const char* s) { One(std::string_view(s)); }
  void One(char c) { One(std::string_view(&c, 1)); }
  void One(bool b) { One(b ? "true" : "false"); }
  void One(DType t) { One(DTypeName(t)); }
  void One(const Shape& s) {
    One('[');
    if (!s.has_rank()) One('*');
    for (const int64_t& d : s.dims()) {
      if (&d != s.begin()) One(',');
      if (d < 0)
        One('?');
      else
        One(d);
    }
    One(']');
  }
  template <class T>
  requires(std::is_arithmetic_v<T>) void One(T v) {
    char digits[40] = {};
    auto r = std::to_chars(digits, digits + sizeof digits, v);
    One(std::string_view(digits, std::min(sizeof digits, static_cast<size_t>(r.ptr - digits))));
  }

  size_t size_ = 0;
  char text_[kCapacity];
};

}  // namespace slipway
