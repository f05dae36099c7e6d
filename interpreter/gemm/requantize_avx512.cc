#include <immintrin.h>

#include "interpreter/gemm/requantize.h"

namespace slipway::interpreter::gemm {

// Sixteen at a time whatever n: layers of few channels have nothing else.
void RequantizeRowsAvx512(const RequantizeRowsArgs& a, uint8_t* to) {
  // Adding 1.5 * 2^23 leaves the rounded integer in the low bits of the float.
  const __m512 magic = _mm512_set1_ps(12582912.0f);
  const __m512i magic_bits = _mm512_set1_epi32(0x4B400000 - a.zero_point), term = _mm512_set1_epi32(a.term);
  const __m512 lo = _mm512_set1_ps(static_cast<float>(a.lo - a.zero_point)),
               hi = _mm512_set1_ps(static_cast<float>(a.hi - a.zero_point));
  for (int64_t j = 0; j < a.n; j += 16) {
    const __mmask16 m = a.n - j >= 16 ? 0xffff : static_cast<__mmask16>((1 << (a.n - j)) - 1);
    const __m512i start = _mm512_add_epi32(term, _mm512_maskz_loadu_epi32(m, a.start + j));
    const __m512 factor = _mm512_maskz_loadu_ps(m, a.factor + j);
    const int32_t* sums = a.sums + j;
    uint8_t* y = to + j;
    for (int64_t r = 0; r < a.rows; ++r, sums += a.sums_step, y += a.to_step) {
      __m512i sum = _mm512_add_epi32(_mm512_maskz_loadu_epi32(m, sums), start);
      __m512 v = _mm512_mul_ps(_mm512_cvtepi32_ps(sum), factor);
      v = _mm512_min_ps(hi, _mm512_max_ps(lo, v));
      __m512i q = _mm512_sub_epi32(_mm512_castps_si512(_mm512_add_ps(v, magic)), magic_bits);
      // Narrowing into a register first: the form that narrows into memory is slow on AMD's cores.
      __m128i bytes = _mm512_cvtepi32_epi8(q);
      if (m == 0xffff)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(y), bytes);
      else
        _mm_mask_storeu_epi8(y, m, bytes);
    }
  }
}

}  // namespace slipway::interpreter::gemm
