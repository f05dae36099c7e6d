#pragma once
// f32 depthwise convolution, vectorised over channels.
//
// - Filters of 3 x 3 and 5 x 5 with strides of 1 and 2 go by windows (depthwise_window_tile.h).
// - Otherwise output rows are split into stretches of pixels that see the same filter taps.
// - A channel multiplier first repeats the channels of x into scratch.

#include <vector>

#include "base/thread_pool.h"
#include "interpreter/convolution/depthwise_f32_tile.h"
#include "interpreter/convolution/depthwise_window_tile.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

// The output positions [first, last) of one axis that see the filter taps [tap_first, tap_last).
struct Stretch {
  int64_t first, last, tap_first, tap_last;
};
// Cuts the outputs of an axis into stretches, in order.
std::vector<Stretch> Stretches(int64_t in, int64_t out, int64_t filter, int64_t stride, int64_t dilation, int64_t pad);

class DepthwiseF32 {
 public:
  // filter_c of the geometry is not used; out_c is a multiple of in_c. `threads`: how many will share the work.
  DepthwiseF32(const ops::ConvGeometry& geometry, int threads);
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const;
  // filter: [h, w, C*M]; bias may be nullptr.
  void Run(const float* x, const float* filter, const float* bias, float lo, float hi, float* y, std::byte* scratch,
           ThreadPool& pool) const;

 private:
  struct Call;
  void FindWindows();
  void RunWindows(const Call& call, int64_t begin, int64_t end) const;
  void RunRows(const DepthwiseTileF32& like, const float* x, const float* filter, float* y, DepthwiseTapF32* taps,
               int64_t begin, int64_t end) const;

  ops::ConvGeometry g_;
  int64_t multiplier_;
  std::vector<Stretch> columns_;
  const DepthwiseWindowsF32::Run* windows_ = nullptr;  // for one and for two rows
  int64_t window_pixels_ = 0;
  int tasks_;
};

}  // namespace slipway::interpreter
