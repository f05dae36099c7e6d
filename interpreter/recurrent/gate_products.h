#pragma once
// Rows of floats times the weights of several gates side by side:
//
//   y[r, g n + j] (+)= sum over i < k of x[r, i] w_g[j, i]
//
// - Weights are f32, or 8-bit codes with one scale per gate; then each row of x is quantized on the way ("hybrid").
// - u8 codes are signed bytes in a u8 tensor, as TFLite's hybrid kernels read them.
// - Constant weights are packed by Make. Computed ones must be f32 and are packed into scratch by each Bind.
// Immutable after Make; Run may be called by several threads, each with its own scratch.

#include <span>
#include <vector>

#include "interpreter/convolution/product_i8.h"
#include "interpreter/kernel.h"
#include "ops/recurrent.h"

namespace slipway::interpreter {

using ops::kNoOperand;
size_t AlignedBytes(size_t bytes);
// Sums of columns [column, column + columns of a tile) for rows of stored codes (gemm::StoreCodesI8) a_row bytes apart.
void SumStoredRows(const WeightsI8& weights, const std::byte* a, int64_t a_row, int64_t rows, int64_t column,
                   int32_t* sums);

class GateProducts {
 public:
  // `gates`: operands [n, k], all of one dtype; kNoOperand: zeros. `asymmetric`: rows get a zero point.
  static Result<GateProducts> Make(const PrepareContext& c, std::span<const int> gates, int64_t n, int64_t k,
                                   bool asymmetric);

  struct Call {
    const float* x;
    int64_t x_step;  // elements from row to row
    float* y;
    int64_t y_step;
    int64_t rows;
    const float* bias = nullptr;  // of all columns
    bool accumulate = false;      // onto y; then no bias
    float clip = 0;               // y is kept within [-clip, clip]; 0: not
  };
  // Once per run, before any Run. `packed` has packed_bytes().
  void Bind(const EvalContext& c, std::byte* packed) const;
  // `pool` may be nullptr. `packed` as given to Bind; `scratch` has scratch_bytes().
  void Run(const Call& call, const std::byte* packed, std::byte* scratch, ThreadPool* pool) const;

  int64_t columns() const { return columns_; }
  bool hybrid() const { return hybrid_; }
  size_t packed_bytes() const { return packed_bytes_; }
  size_t scratch_bytes() const { return scratch_bytes_; }

 private:
  void Pack(const float* const* gates, float* rows, float* packed) const;
  void RunFloats(const Call& call, const float* packed, ThreadPool* pool) const;
  void RunCodes(const Call& call, std::byte* scratch) const;

  std::vector<int> gates_;
  int64_t n_ = 0, k_ = 0, columns_ = 0;
  bool hybrid_ = false, asymmetric_ = false;
  Buffer floats_;              // packed constants
  WeightsI8 codes_;            // hybrid
  std::vector<float> scales_;  // hybrid: per column
  size_t packed_bytes_ = 0, scratch_bytes_ = 0;
};

}  // namespace slipway::interpreter
