#pragma once
// The bodies of DepthwiseQuantTiles: plain loops that compilers vectorise for the instruction set of the including
// source.

#include "interpreter/convolution/depthwise_quant_tile.h"

namespace slipway::interpreter {
namespace {

// Product: the type in which (x - zero) w is exact.
template <class T, class Product>
void DepthwiseSums(const DepthwiseBlockQuant& b, int32_t* __restrict sums) {
  const Product zero = static_cast<Product>(b.x_zero);
  if (b.channels == kDepthwiseBlock) {
    int32_t sum[kDepthwiseBlock] = {};
    for (int64_t tap = 0; tap < b.num_taps; ++tap) {
      const T* __restrict x = static_cast<const T*>(b.taps[tap].x) + b.channel;
      const int16_t* __restrict w = b.taps[tap].w + b.channel;
      for (int64_t c = 0; c < kDepthwiseBlock; ++c)
        sum[c] += static_cast<Product>(static_cast<Product>(x[c] - zero) * static_cast<Product>(w[c]));
    }
    for (int64_t c = 0; c < kDepthwiseBlock; ++c) sums[c] = sum[c];
    return;
  }
  for (int64_t c = 0; c < b.channels; ++c) sums[c] = 0;
  for (int64_t tap = 0; tap < b.num_taps; ++tap) {
    const T* __restrict x = static_cast<const T*>(b.taps[tap].x) + b.channel;
    const int16_t* __restrict w = b.taps[tap].w + b.channel;
    for (int64_t c = 0; c < b.channels; ++c)
      sums[c] += static_cast<Product>(static_cast<Product>(x[c] - zero) * static_cast<Product>(w[c]));
  }
}

}  // namespace
}  // namespace slipway::interpreter
