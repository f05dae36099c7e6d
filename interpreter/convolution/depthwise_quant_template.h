#pragma once
// The plain loop of DepthwiseQuantTiles, for what has no vectors of its own.

#include "interpreter/convolution/depthwise_quant_tile.h"

namespace slipway::interpreter {
namespace {

template <class T>
void DepthwiseSums(const DepthwiseBlockQuant& b, int32_t* __restrict sums) {
  for (int64_t c = 0; c < b.channels; ++c) sums[c] = 0;
  for (int64_t tap = 0; tap < b.num_taps; ++tap) {
    const T* __restrict x = static_cast<const T*>(b.taps[tap].x) + b.channel;
    const int16_t* __restrict w = b.taps[tap].w + b.channel;
    for (int64_t c = 0; c < b.channels; ++c) sums[c] += (x[c] - b.x_zero) * w[c];
  }
}

}  // namespace
}  // namespace slipway::interpreter
