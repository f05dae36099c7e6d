#pragma once
// The inner loop of quantized depthwise convolutions: sums of one output pixel for a block of channels.
//
//   sums[c] = sum over taps of (x_tap[c] - x_zero) w_tap[c],  w holding weights minus their zero point
//
// This header is included by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstdint>

namespace slipway::interpreter {

struct DepthwiseTapQuant {
  const void* x;
  const int16_t* w;
};

struct DepthwiseBlockQuant {
  const DepthwiseTapQuant* taps;
  int64_t num_taps;
  int64_t channel, channels;  // the block: [channel, channel + channels), at most kDepthwiseBlock
  int32_t x_zero;
};

inline constexpr int64_t kDepthwiseBlock = 64;

struct DepthwiseQuantTiles {
  // `sums` has room for kDepthwiseBlock.
  void (*i8)(const DepthwiseBlockQuant&, int32_t* sums);
  void (*u8)(const DepthwiseBlockQuant&, int32_t* sums);
  // x_zero is 0; at most 256 taps: sums fit 32 bits.
  void (*i16)(const DepthwiseBlockQuant&, int32_t* sums);
};

extern const DepthwiseQuantTiles kDepthwiseQuantPortable;
#if defined(__x86_64__)
extern const DepthwiseQuantTiles kDepthwiseQuantAvx2;
extern const DepthwiseQuantTiles kDepthwiseQuantAvx512;
#endif

}  // namespace slipway::interpreter
