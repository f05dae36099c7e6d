#pragma once
// One tile of an 8-bit matrix product with exact 32-bit sums: sums[r, c] = sum over k of a[r, k] b[k, c].
//
// A is unsigned (signed codes are stored with 128 added), B is signed. `group` neighbouring k lie together in both: a
// row of A is its elements in order, padded to whole groups; B is packed as [groups][columns][group]. Sums wrap. The
// reduction is a list of segments, so that a convolution points at its input in place: one segment per filter row.
// This header is included by sources built for several instruction sets: nothing in it may be a function with a body.

#include <cstddef>
#include <cstdint>

namespace slipway::interpreter::gemm {

// The sums of a tile to codes at once: y[r, c] = clamp(zero_point + round-to-even(factor[c] (sum + start[c])), lo, hi),
// low byte.
struct TileCodesI8 {
  const int32_t* start;
  const float* factor;  // below 1
  int32_t zero_point, lo, hi;
  int64_t n;  // columns that exist
  uint8_t* y;
  int64_t y_row;
};

// Of activations that were quantized at run time: real = scale (code - zero_point).
struct RowScale {
  float scale = 1;
  int32_t zero_point = 0;
};

// The sums of a tile to floats at once: y[r, c] = clamp(scale_r weight_scales[c] (sum - (zero_r + offset)
// column_sums[c]) + bias[c], lo, hi). NaN in a scale passes through.
struct TileFloatsI8 {
  const int32_t* column_sums;
  const float* weight_scales;  // one, or one per column
  bool per_column;
  const float* bias;       // may be nullptr
  const RowScale* scales;  // one per row
  int32_t offset;
  float lo, hi;
  int64_t n;  // columns that exist
  float* y;
  int64_t y_row;
};

struct SegmentI8 {
  const std::byte* a;  // of the first row
  int64_t groups;
};

struct TileI8 {
  const SegmentI8* segments = nullptr;  // kMostSegmentsI8 at most
  int64_t num_segments = 0;
  int64_t a_row = 0;          // bytes from row to row
  const int8_t* b = nullptr;  // of all segments, in their order
  int32_t* sums = nullptr;    // rows of TilesI8::columns
  // Instead of sums; only where TilesI8::makes_results.
  const TileCodesI8* codes = nullptr;
  const int32_t* row_terms = nullptr;  // added to the sums of each row; only together with codes
  const TileFloatsI8* floats = nullptr;
  int64_t panels = 1;  // one after the other in B; more than one only with codes or floats
};

inline constexpr int kMaxTileRowsI8 = 64;
inline constexpr int kMaxTileColumnsI8 = 32;
inline constexpr int kMostSegmentsI8 = 16;

struct TilesI8 {
  int rows;            // most rows of a tile
  int columns;         // columns of a tile and of a packed panel
  int group;           // k elements that lie together
  int element_bytes;   // of A: 1 (uint8_t) or 2 (int16_t holding 0..255)
  bool makes_results;  // TileI8::codes and floats
  // Indexed by the number of rows, 1 to `rows`.
  void (*tile[kMaxTileRowsI8 + 1])(const TileI8&);
  // The same for the first half of the columns alone (the other sums are not written); nullptr: none.
  void (*half[kMaxTileRowsI8 + 1])(const TileI8&);
  // To be called by each thread after its last tile of a product; nullptr: not needed.
  void (*release)();
};

extern const TilesI8 kTilesI8Portable;
#if defined(__x86_64__)
extern const TilesI8 kTilesI8Avx2;
extern const TilesI8 kTilesI8Avx512;
extern const TilesI8 kTilesI8Amx;  // makes_results; few rows and uneven segments by kTilesI8Avx512
#elif defined(__aarch64__)
extern const TilesI8 kTilesI8Neon;
extern const TilesI8 kTilesI8NeonDot;
#endif

}  // namespace slipway::interpreter::gemm
