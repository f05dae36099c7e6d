#pragma once
// One tile of a product of 16-bit activations with 8-bit weights, and what becomes of the sums.
//
// Pairs of neighbouring k lie together in both: a row of A is its elements in order; B is packed as
// [pairs][columns][2]. This header is included by sources built for several instruction sets: nothing in it may be a
// function with a body.

#include <cstdint>

namespace slipway::interpreter::gemm {

// Products are at most 2^22, so that the sums of this many pairs fit 32 bits.
inline constexpr int64_t kMostPairsI16 = 128;

// sums[r, c] = sum over k of a[r, k] b[k, c].
struct TileI16 {
  const int16_t* a;
  int64_t a_row;    // elements from row to row
  const int8_t* b;  // of the first pair
  int64_t pairs;    // at most kMostPairsI16
  int32_t* sums;    // rows of TilesI16::columns
};

// y[r, j] = clamp(((sums[r, j] + bias[j]) multiplier[j] + round[j]) >> shift[j], in 32 bits, + zero_point); `wraps`: a
// result beyond 32 bits wraps, else it saturates. Products stay within 64 bits.
template <class Sum>
struct WordRows {
  const Sum* sums;
  int64_t rows, n, sums_step, y_step;  // steps: elements from row to row
  const int64_t *bias, *multiplier, *round, *shift;
  bool wraps;
  int32_t zero_point, lo, hi;
  int16_t* y;
};

inline constexpr int kMostRowsI16 = 14;
inline constexpr int kMostColumnsI16 = 32;

struct TilesI16 {
  int rows;     // most rows of a tile
  int columns;  // columns of a tile and of a packed panel
  // Indexed by the number of rows, 1 to `rows`.
  void (*tile[kMostRowsI16 + 1])(const TileI16&);
  void (*words32)(const WordRows<int32_t>&);
  void (*words64)(const WordRows<int64_t>&);
};

extern const TilesI16 kTilesI16Portable;
#if defined(__x86_64__)
extern const TilesI16 kTilesI16Avx2;
extern const TilesI16 kTilesI16Avx512;
#endif

}  // namespace slipway::interpreter::gemm
