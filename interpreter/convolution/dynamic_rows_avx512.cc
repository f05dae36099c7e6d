#include <immintrin.h>

#include "interpreter/convolution/dynamic_rows_template.h"

namespace slipway::interpreter {

namespace {

__m512i Rounded(const EncodeArgs& a, __m512 x) {
  const __m512 v = _mm512_mul_ps(x, _mm512_set1_ps(a.inverse));
  constexpr int kAndOr = 0xEA;  // (a & b) | c
  const __m512i half = _mm512_ternarylogic_epi32(_mm512_castps_si512(v), _mm512_set1_epi32(INT32_MIN),
                                                 _mm512_castps_si512(_mm512_set1_ps(0.5f)), kAndOr);
  return _mm512_cvttps_epi32(_mm512_add_ps(v, _mm512_castsi512_ps(half)));
}

// 64 at a time: packing saturates, within 128-bit lanes, whose parts the permutation puts in order; so does the sum.
void Encode(const EncodeArgs& args) {
  const EncodeArgs a = args;  // its own copy: the codes might alias the caller's
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m512i flip = _mm512_set1_epi8(static_cast<char>(a.flip));
  const __m512i least = _mm512_set1_epi8(static_cast<char>(a.least));
  const __m512i zero = _mm512_set1_epi16(static_cast<int16_t>(a.zero));
  for (int64_t i = 0; i < a.n; i += 64) {
    const __mmask64 m = a.n - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (a.n - i)) - 1;
    __m512i v[4];
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k)
      v[k] = Rounded(a, _mm512_maskz_loadu_ps(static_cast<__mmask16>(m >> (16 * k)), a.x + i + 16 * k));
    const __m512i words = _mm512_adds_epi16(zero, _mm512_packs_epi32(v[0], v[1]));
    const __m512i more = _mm512_adds_epi16(zero, _mm512_packs_epi32(v[2], v[3]));
    const __m512i bytes = _mm512_max_epi8(least, _mm512_packs_epi16(words, more));
    const __m512i codes = _mm512_permutexvar_epi32(order, _mm512_xor_si512(flip, bytes));
    if (m == ~__mmask64{0})
      _mm512_storeu_si512(a.codes + i, codes);
    else
      _mm512_mask_storeu_epi8(a.codes + i, m, codes);
  }
}

}  // namespace

const DynamicRows kDynamicRowsAvx512 = {DynamicLoops<16>::Range, Encode, DynamicLoops<16>::Decode};

}  // namespace slipway::interpreter
