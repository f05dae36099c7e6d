#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 8;

// Loops over a fixed number of columns, which compilers vectorise; Fixed = false: fewer columns.
template <int Rows, bool RowMajor, bool Fixed>
void Tile(const TileF32& t) {
  const int columns = Fixed ? kColumns : static_cast<int>(t.columns);
  float sum[Rows][kColumns] = {};
  for (int r = 0; r < Rows; ++r)
    for (int j = 0; j < columns; ++j) sum[r][j] = t.accumulate ? t.c[r * t.c_row + j] : t.bias ? t.bias[j] : 0;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const float* a = t.segments[s].a;
    const float* b = t.segments[s].b;
    for (int64_t k = t.segments[s].k; k > 0; --k, a += RowMajor ? 1 : t.a_k, b += t.b_k)
      for (int r = 0; r < Rows; ++r) {
        float v = RowMajor ? a[r * t.a_row] : a[r];
        for (int j = 0; j < columns; ++j) sum[r][j] += v * b[j];
      }
  }
  for (int r = 0; r < Rows; ++r)
    for (int j = 0; j < columns; ++j) {
      float v = sum[r][j];
      v = v < t.lo ? t.lo : v;
      t.c[r * t.c_row + j] = v > t.hi ? t.hi : v;
    }
}

template <int Rows, bool RowMajor>
void Choose(const TileF32& t) {
  if (t.columns == kColumns)
    Tile<Rows, RowMajor, true>(t);
  else
    Tile<Rows, RowMajor, false>(t);
}

}  // namespace

#define SLIPWAY_ROWS(major) \
  { nullptr, Choose<1, major>, Choose<2, major>, Choose<3, major>, Choose<4, major> }
const TilesF32 kTilesF32Portable = {4, kColumns, 4, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
