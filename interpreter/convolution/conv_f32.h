#pragma once
// f32 convolution (also grouped, strided, dilated) as a matrix product that reads its input in place.
//
// - One tile is a few neighbouring pixels of one output row, so the A operand of each filter row is the input itself
//   with a constant distance between rows. Filter rows outside the input are left out of the reduction.
// - A tile that touches the left or right edge reads a copy of its input span with zeros around.
// - Outputs too narrow for that gather whole windows of several output rows; 1 x 1 convolutions are one plain product.
// Memory beyond operands: packed weights, and per task one span of filter_h input rows.

#include "base/thread_pool.h"
#include "interpreter/gemm/f32.h"
#include "ops/convolution.h"

namespace slipway::interpreter {

class ConvF32 {
 public:
  // `threads`: how many will share the work (more or fewer at Run is correct too).
  ConvF32(const ops::ConvGeometry& geometry, ops::FilterLayout layout, int threads);

  // Packed weights; PackFilter writes them.
  int64_t packed_elements() const { return groups_ * group_packed_; }
  void PackFilter(const float* filter, float* packed, ThreadPool* pool) const;
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const { return static_cast<size_t>(tasks_) * task_bytes_; }
  // y = clamp(conv(x) + bias); bias may be nullptr.
  void Run(const float* x, const float* packed, const float* bias, float lo, float hi, float* y, std::byte* scratch,
           ThreadPool& pool) const;

 private:
  enum class Mode { kPlain, kSpans, kGather };
  struct Call;
  void CutPlain(int threads);
  void CutTiles(int threads);
  void RunPlain(const Call& call, int task) const;
  void RunTiles(const Call& call, int task) const;
  void RunSpans(const Call& call, gemm::TileF32& t, int64_t begin, int64_t end, int64_t group, int64_t column) const;
  void RunGathered(const Call& call, gemm::TileF32& t, int64_t begin, int64_t end, int64_t group, int64_t column) const;
  // Input columns that the windows of so many neighbouring pixels cover.
  int64_t Pixels(int64_t rows) const { return (rows - 1) * g_.stride_w + (g_.filter_w - 1) * g_.dilation_w + 1; }
  int64_t FindSegments(const float* image, int64_t oh, int64_t iw, int64_t rows, const float* panel, float* spans,
                       gemm::SegmentF32* segments) const;

  const gemm::TilesF32& tiles_;
  ops::ConvGeometry g_;
  ops::FilterLayout layout_;
  Mode mode_;
  bool merged_;  // the elements of one filter row are one segment
  int64_t groups_, group_out_, depth_, group_packed_;
  gemm::GridF32 grid_;                            // of kPlain
  int64_t units_, tiles_per_unit_, unit_pixels_;  // units: output rows (kSpans) or all pixels at once (kGather)
  int64_t tile_rows_, columns_, column_blocks_, bands_;
  int tasks_;
  int64_t span_row_ = 0;  // elements of one row of the span copy
  size_t segment_bytes_ = 0, task_bytes_ = 0;
};

}  // namespace slipway::interpreter
