#pragma once
// A stretch of pixels of one row, with zeros where the row has none.

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace slipway::interpreter {

// Copies pixels [first, first + pixels) of a row of `width` pixels of `channels` elements.
inline void CopySpan(const float* row, int64_t width, int64_t channels, int64_t first, int64_t pixels, float* to) {
  int64_t begin = std::clamp<int64_t>(-first, 0, pixels), end = std::clamp<int64_t>(width - first, begin, pixels);
  std::fill(to, to + begin * channels, 0.0f);
  if (end > begin)
    std::memcpy(to + begin * channels, row + (first + begin) * channels,
                4 * static_cast<size_t>((end - begin) * channels));
  std::fill(to + end * channels, to + pixels * channels, 0.0f);
}

}  // namespace slipway::interpreter
