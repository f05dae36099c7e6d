#pragma once
// One band of an f32 matrix product, the inner loop of every GEMM and convolution here.
//
//   C[rows, columns] = clamp(start + sum over segments s of A_s B_s),  start = bias, C itself or 0
//
// - The reduction is a list of segments, so that a convolution points at its input in place: one segment per filter
//   row.
// - A is read where it lies: row_major (a_k = 1) or column_major (a_row = 1). B is read in panels of
//   TilesF32::columns columns.
// - Each element of C is one running sum in the order of the segments, so results do not depend on how C is tiled.
// This header is included by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstdint>

namespace slipway::interpreter::gemm {

struct SegmentF32 {
  const float* a;  // element (row 0, k 0)
  const float* b;  // element (k 0, column 0)
  int64_t k;
};

struct TileF32 {
  const SegmentF32* segments;
  int64_t num_segments;
  int64_t a_row, a_k;    // elements from row to row, from k to k
  int64_t b_k, b_panel;  // elements from k to k, from panel to panel
  float* c;
  int64_t c_row;
  int64_t columns;    // any number; of B and C nothing beyond them is read or written
  const float* bias;  // one per column, or nullptr
  float lo, hi;       // NaN passes through
  bool accumulate;    // start = C; bias is ignored
};

inline constexpr int kMaxTileRowsF32 = 8;

struct TilesF32 {
  int rows;     // most rows of a band
  int columns;  // of a panel
  // Indexed by the number of rows, 1 to `rows`.
  void (*row_major[kMaxTileRowsF32 + 1])(const TileF32&);
  void (*column_major[kMaxTileRowsF32 + 1])(const TileF32&);
};

extern const TilesF32 kTilesF32Portable;
#if defined(__x86_64__)
extern const TilesF32 kTilesF32Avx2;
extern const TilesF32 kTilesF32Avx512;
#elif defined(__aarch64__)
extern const TilesF32 kTilesF32Neon;
#endif

}  // namespace slipway::interpreter::gemm
