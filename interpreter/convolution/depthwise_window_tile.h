#pragma once
// The inner loop of f32 depthwise convolutions with small square filters: `pixels` x `rows` neighbouring outputs stay
// in registers while their input rows pass by, so that each input element is loaded once for all outputs that see it.
//
//   y[r, p, c] = clamp(bias[c] + sum over i, j of x[r stride + i, p stride + j, c] w[i, j, c])
//
// Sums run in the order of i, then j, and leave out what lies outside of the image, whatever the number of pixels and
// rows: how an image is cut does not show in the result.
// This header is included by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstdint>

namespace slipway::interpreter {

inline constexpr int kMostWindowInputs = 6;  // input rows of a window

struct DepthwiseWindowF32 {
  // Input rows from the window's first column inside the image on; nullptr: the row is outside.
  const float* x[kMostWindowInputs];
  int64_t first, last;  // columns [first, last) of the window are inside
  const float* w;
  const float* bias;  // or nullptr
  float lo, hi;       // NaN passes through
  float* y;
  int64_t y_row;  // elements from output row to output row
  int64_t channels;
};

// What there are tiles for: filters 3 and 5, strides 1 and 2, and these pixels.
inline constexpr int kWindowPixels[] = {4, 5, 7};

struct DepthwiseWindowsF32 {
  using Run = void (*)(const DepthwiseWindowF32&);
  // [filter 3, 5][stride 1, 2][of kWindowPixels][rows 1, 2]; nullptr: none. At most filter - 1 columns at either end
  // are outside of the image.
  Run run[2][2][3][2];
};

#if defined(__x86_64__)
extern const DepthwiseWindowsF32 kDepthwiseWindowsF32Avx2;
extern const DepthwiseWindowsF32 kDepthwiseWindowsF32Avx512;
#elif defined(__aarch64__)
extern const DepthwiseWindowsF32 kDepthwiseWindowsF32Neon;
#endif

}  // namespace slipway::interpreter
