#include "base/fixed_text.h"

#include <algorithm>
#include <charconv>
#include <cstdarg>
#include <cstring>

namespace slipway {

void FixedText::AppendText(std::string_view s) {
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

template <class T>
void FixedText::AppendNumber(T v) {
  char digits[40] = {};
  auto r = std::to_chars(digits, digits + sizeof digits, v);
  AppendText(std::string_view(digits, std::min(sizeof digits, static_cast<size_t>(r.ptr - digits))));
}

void FixedText::AppendShape(const Shape& s) {
  AppendText("[");
  if (!s.has_rank()) AppendText("*");
  for (const int64_t& d : s.dims()) {
    if (&d != s.begin()) AppendText(",");
    if (d < 0)
      AppendText("?");
    else
      AppendNumber(d);
  }
  AppendText("]");
}

void FixedText::AppendParts(const char* letters, ...) {
  va_list parts;
  va_start(parts, letters);
  for (; *letters; ++letters) {
    switch (*letters) {
      case 's':
        AppendText(va_arg(parts, const char*));
        break;
      case 'S':
        AppendText(*va_arg(parts, const std::string*));
        break;
      case 'v':
        AppendText(*va_arg(parts, const std::string_view*));
        break;
      case 'c': {
        char c = static_cast<char>(va_arg(parts, int));
        AppendText({&c, 1});
        break;
      }
      case 'b':
        AppendText(va_arg(parts, int) ? "true" : "false");
        break;
      case 'i':
        AppendNumber(va_arg(parts, int));
        break;
      case 'd':
        AppendNumber(va_arg(parts, int64_t));
        break;
      case 'u':
        AppendNumber(va_arg(parts, uint64_t));
        break;
      case 'f':
        AppendNumber(static_cast<float>(va_arg(parts, double)));
        break;
      case 'g':
        AppendNumber(va_arg(parts, double));
        break;
      case 't':
        AppendText(DTypeName(static_cast<DType>(va_arg(parts, int))));
        break;
      case 'H':
        AppendShape(*va_arg(parts, const Shape*));
        break;
      default:
        CheckFailed(__FILE__, __LINE__, "a part that FixedText does not take");
    }
  }
  va_end(parts);
}

}  // namespace slipway
