#pragma once
// Products of 16-bit activations with 8-bit weights: packing, and sums of any depth to 16-bit codes.

#include <cstdint>
#include <vector>

#include "base/fixed_point.h"
#include "interpreter/gemm/i16_tile.h"

namespace slipway::interpreter::gemm {

// The tiles of this CPU (base/cpu.h).
const TilesI16& BestTilesI16();

// How sums become codes; all but kTwice round once, halves up.
class Words {
 public:
  enum class Rounding {
    kWide,   // MultiplyFixed64: multipliers of 15 bits
    kOnce,   // MultiplyFixedOnce (FULLY_CONNECTED with 8-bit weights)
    kTwice,  // MultiplyFixed: sums of 32 bits (a 32-bit bias)
  };
  Words() = default;
  // Per column: bias and factor. largest_sum: bound of the sums without bias.
  Words(Rounding rounding, std::vector<int64_t> bias, const std::vector<FixedMultiplier>& factors, int64_t largest_sum);

  int32_t zero_point = 0, lo = -32768, hi = 32767;
  int64_t columns() const { return static_cast<int64_t>(bias_.size()); }

  // Rows of sums for columns [column, column + n), to rows of y (at that column) that lie y_step apart.
  template <class Sum>
  struct RowsOf {
    const Sum* sums;
    int64_t rows, step;  // elements from row to row
  };
  void StoreRows(const RowsOf<int32_t>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const;
  void StoreRows(const RowsOf<int64_t>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const;

 private:
  template <class Sum>
  WordRows<Sum> Rows(const RowsOf<Sum>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const;
  template <class Sum>
  void StorePlainly(const RowsOf<Sum>& from, int64_t column, int64_t n, int16_t* y, int64_t y_step) const;

  Rounding rounding_ = Rounding::kWide;
  bool in_rows_ = false;  // by TilesI16::words*
  std::vector<int64_t> bias_, multiplier_, round_, shift_;
  std::vector<FixedMultiplier> factors_;
};

// Weights of n outputs over k inputs, packed in panels of TilesI16::columns.
struct WeightsI16 {
  int64_t pairs = 0, n = 0;
  std::vector<int8_t> packed;
};
// weights: [n, k].
WeightsI16 PackI16(const int8_t* weights, int64_t k, int64_t n);

// Rows of A (2 * weights.pairs elements, `step` apart) times the weights, to rows of y that lie y_step apart. rows: at
// most TilesI16::rows. sums: room for a tile in 64 bits and in 32.
struct RowsI16 {
  const int16_t* a;
  int64_t rows, step;
};
void MultiplyI16(const WeightsI16& weights, const RowsI16& a, const Words& words, void* sums, int16_t* y,
                 int64_t y_step);
size_t SumsBytesI16();

}  // namespace slipway::interpreter::gemm
