#include <immintrin.h>

#include <cstring>
#include <type_traits>

#include "interpreter/gemm/i16_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 32;

// vpdpwssd: two products of words added to each sum.
template <int Rows>
void Tile(const TileI16& t) {
  __m512i sum[Rows][2];
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) sum[r][0] = sum[r][1] = _mm512_setzero_si512();
  const int16_t* a = t.a;
  const int8_t* b = t.b;
  for (int64_t p = 0; p < t.pairs; ++p, a += 2, b += 2 * kColumns) {
    const auto* bytes = reinterpret_cast<const __m256i*>(b);
    const __m512i b0 = _mm512_cvtepi8_epi16(_mm256_loadu_si256(bytes));
    const __m512i b1 = _mm512_cvtepi8_epi16(_mm256_loadu_si256(bytes + 1));
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r) {
      int32_t pair;
      std::memcpy(&pair, a + r * t.a_row, 4);
      const __m512i av = _mm512_set1_epi32(pair);
      sum[r][0] = _mm512_dpwssd_epi32(sum[r][0], av, b0);
      sum[r][1] = _mm512_dpwssd_epi32(sum[r][1], av, b1);
    }
  }
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
    _mm512_storeu_si512(t.sums + r * kColumns, sum[r][0]);
    _mm512_storeu_si512(t.sums + r * kColumns + 16, sum[r][1]);
  }
}

// 8 sums at a time.
template <class Sum>
void Words(const WordRows<Sum>& w) {
  const __m512i zero = _mm512_set1_epi64(w.zero_point), lo = _mm512_set1_epi64(w.lo), hi = _mm512_set1_epi64(w.hi);
  for (int64_t j = 0; j < w.n; j += 8) {
    const __mmask8 m = static_cast<__mmask8>(w.n - j >= 8 ? 0xff : (1 << (w.n - j)) - 1);
    const __m512i bias = _mm512_maskz_loadu_epi64(m, w.bias + j),
                  factor = _mm512_maskz_loadu_epi64(m, w.multiplier + j);
    const __m512i round = _mm512_maskz_loadu_epi64(m, w.round + j), shift = _mm512_maskz_loadu_epi64(m, w.shift + j);
    for (int64_t r = 0; r < w.rows; ++r) {
      const Sum* from = w.sums + r * w.sums_step + j;
      __m512i v;
      if constexpr (sizeof(Sum) == 4)
        v = _mm512_cvtepi32_epi64(_mm256_maskz_loadu_epi32(m, from));
      else
        v = _mm512_maskz_loadu_epi64(m, from);
      v = _mm512_mullo_epi64(_mm512_add_epi64(v, bias), factor);
      v = _mm512_srav_epi64(_mm512_add_epi64(v, round), shift);
      if (w.wraps) v = _mm512_cvtepi32_epi64(_mm512_cvtepi64_epi32(v));
      v = _mm512_min_epi64(_mm512_max_epi64(_mm512_add_epi64(v, zero), lo), hi);
      const __m128i codes = _mm512_cvtepi64_epi16(v);
      _mm_mask_storeu_epi16(w.y + r * w.y_step + j, m, codes);
    }
  }
}

}  // namespace

const TilesI16 kTilesI16Avx512 = {14,
                                  kColumns,
                                  {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>, Tile<5>, Tile<6>, Tile<7>, Tile<8>,
                                   Tile<9>, Tile<10>, Tile<11>, Tile<12>, Tile<13>, Tile<14>},
                                  Words<int32_t>,
                                  Words<int64_t>};

}  // namespace slipway::interpreter::gemm
