#pragma once
// f32 transposed convolution, also the input gradient of a convolution, as matrix products that write y in place.
//
// - y's pixels of one row whose columns agree modulo the stride see the same filter taps at neighbouring pixels of x:
//   such a stretch is the rows of a tile, and each tap is one segment of the reduction.
// - Rows of x outside are left out; a tile at the left or right edge reads a copy of its span of x with zeros around.
// Memory beyond operands: packed weights, and per task one span of x per filter row.

#include "base/thread_pool.h"
#include "interpreter/gemm/f32.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

class TransposeConvF32 {
 public:
  // The geometry of the forward convolution y -> x (in: y, out: x). `filter`: sizes told from the transposed
  // convolution; groups: see ops/transpose_conv.
  TransposeConvF32(const ops::ConvGeometry& geometry, const ops::FilterDims& filter, ops::FilterLayout layout,
                   int64_t groups, int threads);

  // Packed weights; PackFilter writes them.
  int64_t packed_elements() const { return groups_ * group_packed_; }
  void PackFilter(const float* filter, float* packed, ThreadPool* pool) const;
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const { return static_cast<size_t>(tasks_) * task_bytes_; }
  // y = clamp(transposed conv(x) + bias); bias may be nullptr.
  void Run(const float* x, const float* packed, const float* bias, float lo, float hi, float* y, std::byte* scratch,
           ThreadPool& pool) const;

 private:
  struct Call;
  void RunStretch(const Call& call, int64_t row, int64_t first, std::byte* scratch) const;
  int64_t FindSegments(const Call& call, int64_t row, int64_t residue, int64_t base, int64_t rows, float* spans,
                       gemm::SegmentF32* segments, int64_t* depths) const;

  const gemm::TilesF32& tiles_;
  ops::ConvGeometry g_;
  ops::FilterLayout layout_;
  int64_t groups_, group_in_, group_out_;  // channels of x and y in a group
  int64_t depth_, group_packed_, span_row_;
  int tasks_;
  size_t task_bytes_;
};

}  // namespace slipway::interpreter
