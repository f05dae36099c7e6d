#pragma once
// Convolutions and fully connected layers of f32 whose products run in bfloat16: x and weights are rounded to it (8
// bits of precision), sums are f32. Windows of x are gathered and rounded, as many as the second-level cache holds, and
// multiplied by the weights, which were rounded and packed before.
//
// Results do not depend on the number of threads. Thread safe: everything is a function of its arguments.

#include "base/tensor.h"
#include "base/thread_pool.h"
#include "interpreter/bfloat16/tile.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

// The tiles of this CPU; nullptr where none are faster than f32.
const TilesBf16* BestTilesBf16();

class ProductBf16 {
 public:
  // Ungrouped. filter: constant, in `layout`. `threads`: how many will share the work.
  ProductBf16(const TilesBf16&, const ops::ConvGeometry&, ops::FilterLayout, const float* filter, int threads);

  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const { return static_cast<size_t>(bands_ * shares_) * task_bytes_; }
  // y = clamp(conv(x) + bias); bias may be nullptr.
  void Run(const float* x, const float* bias, float lo, float hi, float* y, std::byte* scratch, ThreadPool&) const;

 private:
  void Pack(ops::FilterLayout, const float* filter);
  void Cut(int threads);
  void Gather(const float* x, int64_t pixel, uint16_t* to) const;

  const TilesBf16& tiles_;
  const ops::ConvGeometry g_;
  int64_t pixels_;          // of y, over all images
  int64_t window_, depth_;  // elements of one window; rounded up for the tiles
  Buffer packed_;
  int64_t bands_ = 1, shares_ = 1;  // tasks: bands of pixels times shares of the panels of columns
  int64_t chunk_ = 1;               // pixels that are gathered at a time
  size_t task_bytes_ = 0;
};

}  // namespace slipway::interpreter
