#include "interpreter/convolution/depthwise_f32_tile.h"

namespace slipway::interpreter {

void DepthwiseF32Portable(const DepthwiseTileF32& t) {
  constexpr int64_t kBlock = 64;
  for (int64_t p = 0; p < t.pixels; ++p)
    for (int64_t c0 = 0; c0 < t.channels; c0 += kBlock) {
      int64_t n = t.channels - c0 < kBlock ? t.channels - c0 : kBlock;
      float sum[kBlock];
      for (int64_t c = 0; c < n; ++c) sum[c] = t.bias ? t.bias[c0 + c] : 0;
      for (int64_t tap = 0; tap < t.num_taps; ++tap) {
        const float* x = t.taps[tap].x + p * t.x_pixel + c0;
        const float* w = t.taps[tap].w + c0;
        for (int64_t c = 0; c < n; ++c) sum[c] += x[c] * w[c];
      }
      float* y = t.y + p * t.y_pixel + c0;
      for (int64_t c = 0; c < n; ++c) {
        float v = sum[c] < t.lo ? t.lo : sum[c];
        y[c] = v > t.hi ? t.hi : v;
      }
    }
}

}  // namespace slipway::interpreter
