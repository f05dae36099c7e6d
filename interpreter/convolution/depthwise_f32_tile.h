#pragma once
// The inner loop of f32 depthwise convolutions: neighbouring pixels of one output row that see the same filter taps.
//
//   y[p, c] = clamp(bias[c] + sum over taps of x_tap[p * x_pixel + c] w_tap[c])
//
// This header is included by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstdint>

namespace slipway::interpreter {

struct DepthwiseTapF32 {
  const float* x;  // what the first pixel reads
  const float* w;
};

struct DepthwiseTileF32 {
  const DepthwiseTapF32* taps;
  int64_t num_taps;
  int64_t pixels;
  int64_t x_pixel, y_pixel;  // elements from pixel to pixel
  int64_t channels;
  const float* bias;  // or nullptr
  float lo, hi;       // NaN passes through
  float* y;
};

void DepthwiseF32Portable(const DepthwiseTileF32&);
#if defined(__x86_64__)
void DepthwiseF32Avx2(const DepthwiseTileF32&);
void DepthwiseF32Avx512(const DepthwiseTileF32&);
#endif

}  // namespace slipway::interpreter
