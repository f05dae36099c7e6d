#include <immintrin.h>

#include <cstring>

#include "ops/softmax/kernel_bytes.h"
#include "ops/softmax/row_template.h"

namespace slipway::ops {

SoftmaxRows SoftmaxRowsAvx512() { return RowsFor<16>(); }

namespace {

#define SLIPWAY_VBMI __attribute__((target("avx512vbmi"), always_inline)) static inline

struct TableRegisters {
  __m512i quarter[4];
};

SLIPWAY_VBMI TableRegisters LoadTable(const uint8_t* table) {
  return {{_mm512_loadu_si512(table), _mm512_loadu_si512(table + 64), _mm512_loadu_si512(table + 128),
           _mm512_loadu_si512(table + 192)}};
}

// The low 7 bits choose within a half of the table, the highest bit chooses the half.
SLIPWAY_VBMI __m512i At(const TableRegisters& t, __m512i v) {
  const __m512i low = _mm512_permutex2var_epi8(t.quarter[0], v, t.quarter[1]);
  const __m512i high = _mm512_permutex2var_epi8(t.quarter[2], v, t.quarter[3]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(v), low, high);
}

inline __mmask64 FirstLanes(int64_t n) { return n >= 64 ? ~__mmask64{0} : (__mmask64{1} << n) - 1; }

inline uint8_t LargestByte(__m512i v) {
  const __m256i half = _mm256_max_epu8(_mm512_castsi512_si256(v), _mm512_extracti64x4_epi64(v, 1));
  __m128i m = _mm_max_epu8(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  m = _mm_max_epu8(m, _mm_srli_si128(m, 8));
  m = _mm_max_epu8(m, _mm_srli_si128(m, 4));
  m = _mm_max_epu8(m, _mm_srli_si128(m, 2));
  return static_cast<uint8_t>(_mm_extract_epi8(_mm_max_epu8(m, _mm_srli_si128(m, 1)), 0));
}

// Steps for differences 0 to `last`, bytes; 16 at a time, so up to 15 more are written. They only fall: behind 16 that
// are 0 no others are made.
inline void FillSteps(const ByteExps& e, const ByteSteps& s, int last, uint8_t flip, uint8_t* table) {
  const __m512i scale = _mm512_set1_epi32(s.scale), half_unit = _mm512_set1_epi64(int64_t{1} << 30);
  const __m512i half = _mm512_set1_epi32(static_cast<int32_t>(uint32_t{1} << (s.exponent - 1)));
  const __m512i most = _mm512_set1_epi32(255);
  const __m128i exponent = _mm_cvtsi32_si128(s.exponent), flips = _mm_set1_epi8(static_cast<char>(flip));
  for (int d = 0; d <= last; d += 16) {
    const __m512i value = _mm512_loadu_si512(e.exps.value.data() + d);
    // Products of 64 bits: of the even lanes, then of the odd ones.
    const __m512i even = _mm512_srli_epi64(_mm512_add_epi64(_mm512_mul_epi32(value, scale), half_unit), 31);
    const __m512i odd = _mm512_slli_epi64(
        _mm512_srli_epi64(_mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64(value, 32), scale), half_unit), 31), 32);
    const __m512i product = _mm512_or_si512(even, odd);
    const __m512i steps = _mm512_srl_epi32(_mm512_add_epi32(product, half), exponent);
    const __m128i bytes = _mm512_cvtepi32_epi8(_mm512_min_epu32(steps, most));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(table + d), _mm_xor_si128(bytes, flips));
    if (!_mm_testz_si128(bytes, bytes)) continue;
    std::memset(table + d, flip, static_cast<size_t>(256 - d));
    break;
  }
}

}  // namespace

__attribute__((target("avx512vbmi"))) void ByteRowAvx512(const ByteExps& e, const uint8_t* x, uint8_t* y, int64_t n,
                                                         uint8_t flip) {
  const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip)), zero = _mm512_setzero_si512();
  const __m512i ones = _mm512_set1_epi8(-1);
  __m512i largest = zero, below_ones = zero;  // below_ones: 255 - the smallest
  for (int64_t i = 0; i < n; i += 64) {
    const __mmask64 m = FirstLanes(n - i);
    const __m512i v = _mm512_xor_si512(_mm512_maskz_loadu_epi8(m, x + i), flips);
    largest = _mm512_mask_max_epu8(largest, m, largest, v);
    below_ones = _mm512_mask_max_epu8(below_ones, m, below_ones, _mm512_sub_epi8(ones, v));
  }
  const int top = LargestByte(largest), widest = top - (255 - LargestByte(below_ones));
  // top - (x ^ flip) modulo 256
  const __m512i tops = _mm512_set1_epi8(static_cast<char>(top));
  uint64_t sum = 0;
  for (size_t p = 0; p < e.term_bytes.size(); ++p) {
    const TableRegisters table = LoadTable(e.term_bytes[p].data());
    __m512i total = zero;
    for (int64_t i = 0; i < n; i += 64) {
      const __mmask64 m = FirstLanes(n - i);
      const __m512i below = _mm512_sub_epi8(tops, _mm512_xor_si512(_mm512_maskz_loadu_epi8(m, x + i), flips));
      total = _mm512_add_epi64(total, _mm512_sad_epu8(_mm512_maskz_mov_epi8(m, At(table, below)), zero));
    }
    sum += static_cast<uint64_t>(_mm512_reduce_add_epi64(total)) << (8 * p);
  }
  alignas(64) uint8_t table[256];
  FillSteps(e, StepsOf(static_cast<uint32_t>(sum), 8), widest, flip, table);
  const TableRegisters steps = LoadTable(table);
  for (int64_t i = 0; i < n; i += 64) {
    const __mmask64 m = FirstLanes(n - i);
    const __m512i below = _mm512_sub_epi8(tops, _mm512_xor_si512(_mm512_maskz_loadu_epi8(m, x + i), flips));
    _mm512_mask_storeu_epi8(y + i, m, At(steps, below));
  }
}

}  // namespace slipway::ops
