#pragma once
// A block of a matrix product whose operands are rounded to bfloat16 and whose sums are f32: the inner loop of what
// runs in bfloat16 (kernels.h).
//
//   C[rows, columns] = clamp(bias + A B)
//
// - A: rows of `depth` elements, a_row apart. B: panels of 16 columns; element (k, j) of a panel lies at
//   k / 2 * 32 + j * 2 + k % 2, as the instructions take pairs of k.
// - depth is a multiple of kDepthStepBf16; what fills it up is 0 in both.
// - Behind the last row of A memory for kRowStepBf16 - 1 more rows can be read; what they hold does not matter.
// This header is included by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstdint>

namespace slipway::interpreter {

inline constexpr int64_t kPanelBf16 = 16;      // columns
inline constexpr int64_t kDepthStepBf16 = 32;  // elements of k
inline constexpr int64_t kRowStepBf16 = 32;

struct TileBf16 {
  const uint16_t* a;
  int64_t a_row;
  int64_t depth;
  const uint16_t* b;
  float* c;
  int64_t c_row;
  int64_t columns;    // any number; of C nothing beyond them is written
  const float* bias;  // one per column, or nullptr
  float lo, hi;       // NaN passes through
};

struct TilesBf16 {
  const char* name;
  void (*run)(const TileBf16&, int64_t rows);
  // To the nearest bfloat16, ties to even; subnormal numbers become 0.
  void (*round)(const float* from, int64_t n, uint16_t* to);
};

#if defined(__x86_64__)
extern const TilesBf16 kTilesBf16Avx512;
extern const TilesBf16 kTilesBf16Amx;
#endif

}  // namespace slipway::interpreter
