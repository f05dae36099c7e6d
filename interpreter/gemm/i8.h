#pragma once
// 8-bit matrix products: packing of operands, and what becomes of the sums.
//
// For codes a and b with zero points za and zb the wanted sum is  sum (a - za)(b - zb). Rows of A are stored unsigned
// (signed codes with 128 added); with S the sum that the tile gives, B_c the sum of b over a column and A_r that of the
// original codes over a row, it is  S - (za + offset) B_c - zb A_r + k za zb,  offset 128 for signed codes, else 0.
// The column term goes into Requantize::start, the row term (only where zb is not 0) is given per row.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/fixed_point.h"
#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

// The tiles of this CPU (base/cpu.h).
const TilesI8& BestTilesI8();
// Held by a thread while it runs them.
struct TilesInUse {
  TilesInUse() = default;
  TilesInUse(const TilesInUse&) = delete;
  ~TilesInUse() {
    if (BestTilesI8().release) BestTilesI8().release();
  }
};

// k rounded up to whole groups of 4 (every tile's group divides it).
constexpr int64_t PaddedDepthI8(int64_t k) { return (k + 3) / 4 * 4; }
// Bytes of a packed row of A.
inline int64_t RowBytesI8(const TilesI8& tiles, int64_t k) { return PaddedDepthI8(k) * tiles.element_bytes; }

// Codes -> n elements of a packed row, beginning with element `at`; signed codes get 128 added.
void StoreCodesI8(const TilesI8& tiles, const int8_t* codes, int64_t n, std::byte* row, int64_t at);
void StoreCodesI8(const TilesI8& tiles, const uint8_t* codes, int64_t n, std::byte* row, int64_t at);
// The same for n times one stored value (0..255).
void FillCodesI8(const TilesI8& tiles, uint8_t value, int64_t n, std::byte* row, int64_t at);

// Bytes of B [k, n] packed; the panel that begins with column j (a multiple of tiles.columns) lies at
// j * PaddedDepthI8(k).
int64_t PackedBytesI8(const TilesI8& tiles, int64_t k, int64_t n);
// Packs columns [begin, end) of B, whose element (i, j) is b[i * b_row + j * b_column]; `begin` is a multiple of
// tiles.columns. column_sums (may be nullptr) receives B_c.
void PackI8(const TilesI8& tiles, const int8_t* b, int64_t b_row, int64_t b_column, int64_t k, int64_t n, int64_t begin,
            int64_t end, int8_t* packed, int32_t* column_sums);

// Sums -> codes: q = clamp(zero_point + round(factor_c (sum + start_c + row term))).
struct Requantize {
  enum class Rounding {
    kNearest,  // float factor, halves to even: within one step of the others
    kTwice,    // as TFLite's reference CONV_2D and others (base/fixed_point.h)
    kOnce,     // as TFLite's FULLY_CONNECTED
  };
  Rounding rounding = Rounding::kNearest;
  // May tiles make codes of their sums at once? Factors from 1 on could take a sum beyond 32 bits.
  bool in_tiles() const { return rounding == Rounding::kNearest && factors_below_1; }
  bool factors_below_1 = true;
  std::vector<int32_t> start;          // per column
  std::vector<float> factor;           // kNearest
  std::vector<FixedMultiplier> fixed;  // kTwice, kOnce
  int32_t zero_point = 0, lo = -128, hi = 127;

  struct RowsOf {
    const int32_t* sums;
    int64_t rows, step;  // elements from row to row
  };
  // Rows of sums for columns [column, column + n), to codes of 8 bits in rows of y_step. `starts`: instead of `start`,
  // if not nullptr.
  void StoreRows(const RowsOf& from, int64_t column, int64_t n, int32_t row_term, void* y, int64_t y_step,
                 const int32_t* starts = nullptr) const;
  void Store(const int32_t* sums, int64_t column, int64_t n, int32_t row_term, void* y,
             const int32_t* starts = nullptr) const {
    StoreRows({sums, 1, n}, column, n, row_term, y, n, starts);
  }
};

// Sets factor or fixed from the real factors of each column.
void SetFactors(const std::vector<double>& factors, Requantize::Rounding rounding, Requantize* r);

}  // namespace slipway::interpreter::gemm
