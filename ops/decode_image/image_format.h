#pragma once
// What kind of image file bytes are, by the first of them.

#include <string_view>

namespace slipway::ops {

enum class ImageFormat { kOther, kJpeg, kPng };

inline ImageFormat ImageFormatOf(std::string_view file) {
  if (file.starts_with("\xff\xd8\xff")) return ImageFormat::kJpeg;
  if (file.starts_with("\x89PNG\r\n\x1a\n")) return ImageFormat::kPng;
  return ImageFormat::kOther;
}

}  // namespace slipway::ops
