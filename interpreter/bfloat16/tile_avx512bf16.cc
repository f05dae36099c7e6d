// Products in vectors (AVX512_BF16): one instruction adds the products of two neighbouring k to 16 sums.

#include <immintrin.h>

#include "interpreter/bfloat16/tile.h"

namespace slipway::interpreter {

namespace {

__mmask16 MaskOf(int64_t columns) {
  return columns >= kPanelBf16 ? 0xffff : static_cast<__mmask16>((1u << columns) - 1);
}

template <int Rows, int Panels>
void Block(const TileBf16& t, int64_t first, int64_t panel) {
  const uint16_t* a = t.a + first * t.a_row;
  const uint16_t* b = t.b + panel * kPanelBf16 * t.depth;
  const int64_t a_row = t.a_row, b_panel = kPanelBf16 * t.depth;
  __mmask16 mask[Panels];
  __m512 sum[Rows][Panels];
#pragma GCC unroll 4
  for (int p = 0; p < Panels; ++p) {
    mask[p] = MaskOf(t.columns - (panel + p) * kPanelBf16);
    const __m512 start =
        t.bias ? _mm512_maskz_loadu_ps(mask[p], t.bias + (panel + p) * kPanelBf16) : _mm512_setzero_ps();
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) sum[r][p] = start;
  }
  for (int64_t k = 0; k < t.depth; k += 2, a += 2, b += 2 * kPanelBf16) {
    __m512i bv[Panels];
#pragma GCC unroll 4
    for (int p = 0; p < Panels; ++p) bv[p] = _mm512_loadu_si512(b + p * b_panel);
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
      const __m512i av = _mm512_set1_epi32(*reinterpret_cast<const int32_t*>(a + r * a_row));
#pragma GCC unroll 4
      for (int p = 0; p < Panels; ++p) sum[r][p] = _mm512_dpbf16_ps(sum[r][p], (__m512bh)av, (__m512bh)bv[p]);
    }
  }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m512 lo = _mm512_set1_ps(t.lo), hi = _mm512_set1_ps(t.hi);
  float* c = t.c + first * t.c_row + panel * kPanelBf16;
#pragma GCC unroll 8
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int p = 0; p < Panels; ++p)
      _mm512_mask_storeu_ps(c + r * t.c_row + p * kPanelBf16, mask[p], _mm512_min_ps(hi, _mm512_max_ps(lo, sum[r][p])));
}

template <int Panels>
void RowsOfPanels(const TileBf16& t, int64_t rows, int64_t panel) {
  int64_t r = 0;
  for (; r + 6 <= rows; r += 6) Block<6, Panels>(t, r, panel);
  for (; r + 2 <= rows; r += 2) Block<2, Panels>(t, r, panel);
  if (r < rows) Block<1, Panels>(t, r, panel);
}

void Run(const TileBf16& t, int64_t rows) {
  const int64_t panels = (t.columns + kPanelBf16 - 1) / kPanelBf16;
  int64_t panel = 0;
  for (; panel + 4 <= panels; panel += 4) RowsOfPanels<4>(t, rows, panel);
  for (; panel < panels; ++panel) RowsOfPanels<1>(t, rows, panel);
}

void Round(const float* from, int64_t n, uint16_t* to) {
  int64_t i = 0;
  for (; i + 16 <= n; i += 16)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), (__m256i)_mm512_cvtneps_pbh(_mm512_loadu_ps(from + i)));
  if (i == n) return;
  const __mmask16 mask = MaskOf(n - i);
  _mm256_mask_storeu_epi16(to + i, mask, (__m256i)_mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(mask, from + i)));
}

}  // namespace

const TilesBf16 kTilesBf16Avx512 = {"avx512_bf16", Run, Round};

}  // namespace slipway::interpreter
