#pragma once
// 8-bit quantized (transposed, grouped) convolution: windows are gathered into a tile of packed rows, multiplied with
// packed weights, and the sums turned into codes, or into floats for float activations that were quantized at run time,
// while they are in cache.

#include <vector>

#include "base/thread_pool.h"
#include "interpreter/convolution/dynamic_quantize.h"
#include "interpreter/convolution/product_i8.h"
#include "interpreter/convolution/windows.h"

namespace slipway::interpreter {

class ConvI8 {
 public:
  // One phase and group: weights, what becomes of their sums (not for Dynamic), and the zero point of the weights.
  struct Part {
    WeightsI8 weights;
    gemm::Requantize requantize;
    int32_t weights_zero_point = 0;
    bool padded_runs = false;  // each run of the window takes whole groups of the depth, with zero weights behind
  };
  // Float results: the scale of each image of x, and of the weights and bias per output channel.
  struct Dynamic {
    const DynamicScale* images;
    DynamicOutput out;
  };
  // `parts`: for each phase, one per group. x: i8 or u8.
  ConvI8(Windows windows, std::vector<Part> parts, DType x_dtype, int64_t x_zero_point, int threads);
  // Bytes of 64-byte aligned scratch for Run.
  size_t scratch_bytes() const {
    return static_cast<size_t>(tasks_) * task_bytes_ + padded_.bytes(w_.batch) + StoredBytes();
  }
  // y: codes as x has them, or floats when `dynamic` is given (then x is u8 and its zero points are the images').
  void Run(const void* x, void* y, std::byte* scratch, ThreadPool& pool, const Dynamic* dynamic = nullptr) const;

 private:
  struct Call;
  struct Tile;
  struct Columns {
    int64_t first, end;
  };
  // How the rows of A come about.
  enum class Source {
    kInOrder,       // each window is one pixel and the next window the next pixel, in whole groups: x, but for the sign
    kInPlace,       // filter rows are whole groups: segments of the padded input
    kGatherPadded,  // from the padded input
    kGather,
  };
  // Tiles of a phase: as many in each of its lines of windows. A tile in place lies within a row of the grid.
  struct PhaseTiles {
    int64_t lines, line, per_line;  // line: windows of one
    int64_t count() const { return lines * per_line; }
  };
  // A copy of x, stored codes with room around them, so that every window lies inside and can be pointed at; where a
  // run of a window is a few bytes (the first layer of an image net), gathering from it costs a fraction of asking
  // where each run lies.
  struct PaddedInput {
    int64_t top = 0, left = 0;             // rows and columns of room
    int64_t rows = 0, row = 0, image = 0;  // bytes but for `rows`; image 0: not used
    std::vector<int64_t> runs;             // where each run of each phase begins, from its window's place
    size_t bytes(int64_t batch) const { return static_cast<size_t>(image * batch); }
  };
  bool ReadsInOrder() const;
  bool ReadsInPlace() const;
  Source ChooseSource() const;
  PhaseTiles TilesOf(const WindowPhase& phase) const;
  const uint8_t* StoreInOrder(const void* x, std::byte* to, ThreadPool& pool) const;
  size_t StoredBytes() const;
  Columns ColumnsOf(int64_t share) const;
  int64_t PointInPlace(const Call& call, const Tile& tile, gemm::SegmentI8* segments) const;
  RowsI8 MakeRows(const Call& call, const Tile& tile, int64_t group, std::byte* a, gemm::SegmentI8* segments) const;
  size_t PackedRowsBytes() const;
  void PlanPaddedInput();
  void Pad(const Call& call, int64_t line) const;
  void GatherPadded(const Call& call, const Tile& tile, std::byte* a) const;
  void RunTask(const Call& call, int task) const;
  void RunTiles(const Call& call, size_t phase, int64_t begin, int64_t end, int64_t share, std::byte* a,
                int32_t* sums) const;
  void Gather(const Call& call, const Tile& tile, int64_t group, std::byte* a) const;
  const DynamicScale* RowScales(const Dynamic&, const Tile&, DynamicScale* own) const;
  int64_t PlaceResults(const Tile&, int64_t group, int64_t* places) const;
  void MakeFloats(const Call&, const Tile&, const Part&, int64_t group, Columns columns, const RowsI8& a,
                  const int64_t* places, int64_t step, int32_t* sums) const;
  void Multiply(const Call& call, const Tile& tile, const Part& part, int64_t group, Columns columns, const RowsI8& a,
                int32_t* sums) const;

  Windows w_;
  std::vector<Part> parts_;
  bool unsigned_;
  Source source_;
  uint8_t outside_;  // the stored code of elements outside of x
  int64_t tiles_, row_bytes_;
  int tasks_, column_shares_;

  size_t task_bytes_;
  PaddedInput padded_;
};

// The parts of a convolution with a constant filter. filter: sizes and strides are those of `layout` as Conv2D
// (transposed: as TransposeConv) has it; bias may be nullptr. `float_product`: see MakeRequantize.
std::vector<ConvI8::Part> MakePartsI8(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                      bool transposed, const int32_t* bias, const TensorType& x, const TensorType& y,
                                      ops::Activation activation, gemm::Requantize::Rounding rounding,
                                      bool float_product);

// The same for float activations: weights only. filter: i8 or i4, zero point 0.
std::vector<ConvI8::Part> MakeDynamicPartsI8(const Windows& windows, const Tensor& filter, ops::FilterLayout layout,
                                             bool transposed);

}  // namespace slipway::interpreter
