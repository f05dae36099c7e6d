#pragma once
// Text in memory of a fixed size, for messages where nothing may be allocated. What does not fit is cut and ends in
// "...". Takes characters, strings, numbers, shapes and dtypes.

#include <string_view>

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
    static_assert(((TextPart<A>::kLetter != 'x' && TextPart<A>::kLetter != 'T') && ...), "what allocates is not taken");
    AppendParts(kTextLetters<TextPart<A>::kLetter...>, TextPart<A>::Pass(parts)...);
  }

 private:
  void AppendParts(const char* letters, ...);
  void AppendText(std::string_view);
  void AppendShape(const Shape&);
  template <class T>
  void AppendNumber(T);

  size_t size_ = 0;
  char text_[kCapacity];
};

}  // namespace slipway
