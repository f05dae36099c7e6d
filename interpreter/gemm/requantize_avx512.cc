#include "interpreter/gemm/codes_avx512.h"
#include "interpreter/gemm/requantize.h"

namespace slipway::interpreter::gemm {

namespace {

// Two rows of up to 32 columns at a time, whatever n: layers of few channels have nothing else.
template <bool Wide>
void Columns(const RequantizeRowsArgs& a, const CodeStep& step, int64_t j, uint8_t* to) {
  const int64_t n = a.n - j < 32 ? a.n - j : 32;
  const __mmask16 m0 = ColumnMask(n, 0), m1 = Wide ? ColumnMask(n, 1) : 0;
  const __m512i term = _mm512_set1_epi32(a.term);
  const __m512i start0 = _mm512_add_epi32(term, _mm512_maskz_loadu_epi32(m0, a.start + j));
  const __m512i start1 = Wide ? _mm512_add_epi32(term, _mm512_maskz_loadu_epi32(m1, a.start + j + 16)) : start0;
  const __m512 factor0 = _mm512_maskz_loadu_ps(m0, a.factor + j);
  const __m512 factor1 = Wide ? _mm512_maskz_loadu_ps(m1, a.factor + j + 16) : factor0;
  auto scaled = [&](const int32_t* sums, __mmask16 m, __m512i start, __m512 factor) {
    return Scaled(step, _mm512_add_epi32(start, _mm512_maskz_loadu_epi32(m, sums)), factor);
  };
  const int32_t* sums = a.sums + j;
  uint8_t* y = to + j;
  for (int64_t r = 0; r < a.rows; r += 2, sums += 2 * a.sums_step, y += 2 * a.to_step) {
    const bool pair = r + 1 < a.rows;
    const int32_t* next = pair ? sums + a.sums_step : sums;
    const __m512i a0 = scaled(sums, m0, start0, factor0), b0 = scaled(next, m0, start0, factor0);
    const __m512i a1 = Wide ? scaled(sums + 16, m1, start1, factor1) : a0;
    const __m512i b1 = Wide ? scaled(next + 16, m1, start1, factor1) : b0;
    StoreCodes(Codes(step, a0, a1, b0, b1), n, y, pair ? y + a.to_step : nullptr);
  }
}

}  // namespace

void RequantizeRowsAvx512(const RequantizeRowsArgs& a, uint8_t* to) {
  const CodeStep step(a.zero_point, a.lo, a.hi);
  for (int64_t j = 0; j < a.n; j += 32) {
    if (a.n - j > 16)
      Columns<true>(a, step, j, to);
    else
      Columns<false>(a, step, j, to);
  }
}

}  // namespace slipway::interpreter::gemm
