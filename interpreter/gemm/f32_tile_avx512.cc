#include <immintrin.h>

#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

// Rows x (Vectors * 16) sums stay in registers.
template <int Rows, int Vectors, bool RowMajor>
void Tile(const TileF32& t) {
  __mmask16 mask[Vectors];
  for (int v = 0; v < Vectors; ++v) {
    int64_t left = t.columns - v * 16;
    mask[v] = left >= 16 ? 0xffff : static_cast<__mmask16>((1u << left) - 1);
  }
  __m512 sum[Rows][Vectors];
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v)
      sum[r][v] = t.accumulate ? _mm512_maskz_loadu_ps(mask[v], t.c + r * t.c_row + v * 16)
                  : t.bias     ? _mm512_maskz_loadu_ps(mask[v], t.bias + v * 16)
                               : _mm512_setzero_ps();
  const int64_t a_row = t.a_row, a_k = RowMajor ? 1 : t.a_k, b_k = t.b_k;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const float* a = t.segments[s].a;
    const float* b = t.segments[s].b;
    for (int64_t k = t.segments[s].k; k > 0; --k, a += a_k, b += b_k) {
      __m512 bv[Vectors];
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) bv[v] = _mm512_maskz_loadu_ps(mask[v], b + v * 16);
#pragma GCC unroll 14
      for (int r = 0; r < Rows; ++r) {
        __m512 av = _mm512_set1_ps(RowMajor ? a[r * a_row] : a[r]);
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) sum[r][v] = _mm512_fmadd_ps(av, bv[v], sum[r][v]);
      }
    }
  }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m512 lo = _mm512_set1_ps(t.lo), hi = _mm512_set1_ps(t.hi);
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v)
      _mm512_mask_storeu_ps(t.c + r * t.c_row + v * 16, mask[v], _mm512_min_ps(hi, _mm512_max_ps(lo, sum[r][v])));
}

template <int Rows, bool RowMajor>
void Choose(const TileF32& t) {
  if (t.columns > 16)
    Tile<Rows, 2, RowMajor>(t);
  else
    Tile<Rows, 1, RowMajor>(t);
}

}  // namespace

#define SLIPWAY_ROWS(major)                                                                                           \
  {                                                                                                                   \
    nullptr, Choose<1, major>, Choose<2, major>, Choose<3, major>, Choose<4, major>, Choose<5, major>,                \
        Choose<6, major>, Choose<7, major>, Choose<8, major>, Choose<9, major>, Choose<10, major>, Choose<11, major>, \
        Choose<12, major>, Choose<13, major>, Choose<14, major>                                                       \
  }
const TilesF32 kTilesF32Avx512 = {14, 32, 16, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
