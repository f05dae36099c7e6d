#include <immintrin.h>

#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int64_t kPanel = 8;

__m256i MaskOf(int64_t columns) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(columns < 8 ? columns : 8)), lane);
}

// Panels [first, last) of C, `Panels` at a time; the sums stay in registers. Full: all columns of the last one are C's.
template <int Rows, int Panels, bool RowMajor, bool Full>
void Tiles(const TileF32& t, int64_t first, int64_t last) {
  const __m256i mask = MaskOf(t.columns - first * kPanel);
  auto load = [&](const float* p) { return Full ? _mm256_loadu_ps(p) : _mm256_maskload_ps(p, mask); };
  const int64_t a_row = t.a_row, a_k = RowMajor ? 1 : t.a_k, b_k = t.b_k, b_panel = t.b_panel;
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m256 lo = _mm256_set1_ps(t.lo), hi = _mm256_set1_ps(t.hi);
  for (int64_t panel = first; panel < last; panel += Panels) {
    float* c = t.c + panel * kPanel;
    __m256 sum[Rows][Panels];
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int p = 0; p < Panels; ++p)
        sum[r][p] = t.accumulate ? load(c + r * t.c_row + p * kPanel)
                    : t.bias     ? load(t.bias + (panel + p) * kPanel)
                                 : _mm256_setzero_ps();
    for (int64_t s = 0; s < t.num_segments; ++s) {
      const float* a = t.segments[s].a;
      const float* b = t.segments[s].b + panel * b_panel;
      for (int64_t k = t.segments[s].k; k > 0; --k, a += a_k, b += b_k) {
        __m256 bv[Panels];
#pragma GCC unroll 2
        for (int p = 0; p < Panels; ++p) bv[p] = load(b + p * b_panel);
#pragma GCC unroll 6
        for (int r = 0; r < Rows; ++r) {
          __m256 av = _mm256_broadcast_ss(RowMajor ? a + r * a_row : a + r);
#pragma GCC unroll 2
          for (int p = 0; p < Panels; ++p) sum[r][p] = _mm256_fmadd_ps(av, bv[p], sum[r][p]);
        }
      }
    }
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int p = 0; p < Panels; ++p) {
        __m256 y = _mm256_min_ps(hi, _mm256_max_ps(lo, sum[r][p]));
        if constexpr (Full)
          _mm256_storeu_ps(c + r * t.c_row + p * kPanel, y);
        else
          _mm256_maskstore_ps(c + r * t.c_row + p * kPanel, mask, y);
      }
  }
}

template <int Rows, bool RowMajor>
void AllTiles(const TileF32& t) {
  const int64_t panels = t.columns / kPanel, pairs = panels & ~int64_t{1};
  Tiles<Rows, 2, RowMajor, true>(t, 0, pairs);
  if (pairs < panels) Tiles<Rows, 1, RowMajor, true>(t, pairs, panels);
  if (panels * kPanel < t.columns) Tiles<Rows, 1, RowMajor, false>(t, panels, panels + 1);
}

}  // namespace

#define SLIPWAY_ROWS(major)                                                                                      \
  {                                                                                                              \
    nullptr, AllTiles<1, major>, AllTiles<2, major>, AllTiles<3, major>, AllTiles<4, major>, AllTiles<5, major>, \
        AllTiles<6, major>                                                                                       \
  }
const TilesF32 kTilesF32Avx2 = {6, kPanel, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
