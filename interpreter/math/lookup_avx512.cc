#include <immintrin.h>

#include "interpreter/math/lookup.h"

namespace slipway::interpreter {

// The low 7 bits choose within a half of the table, the highest bit chooses the half.
__attribute__((target("avx512vbmi"))) void LookupAvx512(const ByteTable& table, const uint8_t* x, uint8_t* y,
                                                        int64_t n) {
  const __m512i a = _mm512_loadu_si512(table.data()), b = _mm512_loadu_si512(table.data() + 64);
  const __m512i c = _mm512_loadu_si512(table.data() + 128), d = _mm512_loadu_si512(table.data() + 192);
  for (int64_t i = 0; i < n; i += 64) {
    __mmask64 mask = n - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (n - i)) - 1;
    __m512i v = _mm512_maskz_loadu_epi8(mask, x + i);
    __m512i low = _mm512_permutex2var_epi8(a, v, b), high = _mm512_permutex2var_epi8(c, v, d);
    _mm512_mask_storeu_epi8(y + i, mask, _mm512_mask_blend_epi8(_mm512_movepi8_mask(v), low, high));
  }
}

}  // namespace slipway::interpreter
