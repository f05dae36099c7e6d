#include <immintrin.h>

#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

__m256i MaskOf(int64_t columns) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(columns < 8 ? columns : 8)), lane);
}

// Rows x (Vectors * 8) sums stay in registers.
template <int Rows, int Vectors, bool RowMajor, bool Full>
void Tile(const TileF32& t) {
  __m256i mask[Vectors];
  for (int v = 0; v < Vectors; ++v) mask[v] = MaskOf(t.columns - v * 8);
  auto load = [&](const float* p, int v) {
    return Full ? _mm256_loadu_ps(p + v * 8) : _mm256_maskload_ps(p + v * 8, mask[v]);
  };
  __m256 sum[Rows][Vectors];
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v)
      sum[r][v] = t.accumulate ? load(t.c + r * t.c_row, v) : t.bias ? load(t.bias, v) : _mm256_setzero_ps();
  const int64_t a_row = t.a_row, a_k = RowMajor ? 1 : t.a_k, b_k = t.b_k;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const float* a = t.segments[s].a;
    const float* b = t.segments[s].b;
    for (int64_t k = t.segments[s].k; k > 0; --k, a += a_k, b += b_k) {
      __m256 bv[Vectors];
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) bv[v] = load(b, v);
#pragma GCC unroll 6
      for (int r = 0; r < Rows; ++r) {
        __m256 av = _mm256_broadcast_ss(RowMajor ? a + r * a_row : a + r);
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) sum[r][v] = _mm256_fmadd_ps(av, bv[v], sum[r][v]);
      }
    }
  }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m256 lo = _mm256_set1_ps(t.lo), hi = _mm256_set1_ps(t.hi);
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      __m256 y = _mm256_min_ps(hi, _mm256_max_ps(lo, sum[r][v]));
      float* c = t.c + r * t.c_row + v * 8;
      if constexpr (Full)
        _mm256_storeu_ps(c, y);
      else
        _mm256_maskstore_ps(c, mask[v], y);
    }
}

template <int Rows, bool RowMajor>
void Choose(const TileF32& t) {
  if (t.columns == 16)
    Tile<Rows, 2, RowMajor, true>(t);
  else if (t.columns > 8)
    Tile<Rows, 2, RowMajor, false>(t);
  else
    Tile<Rows, 1, RowMajor, false>(t);
}

}  // namespace

#define SLIPWAY_ROWS(major)                                                                            \
  {                                                                                                    \
    nullptr, Choose<1, major>, Choose<2, major>, Choose<3, major>, Choose<4, major>, Choose<5, major>, \
        Choose<6, major>                                                                               \
  }
const TilesF32 kTilesF32Avx2 = {6, 16, 8, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
