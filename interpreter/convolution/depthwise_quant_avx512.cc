#include <immintrin.h>

#include <type_traits>

#include "interpreter/convolution/depthwise_quant_tile.h"

namespace slipway::interpreter {

namespace {

// 32 elements as 16-bit words; those that the mask leaves out are 0.
template <class T>
__m512i LoadWords(const T* p, __mmask32 m) {
  if constexpr (std::is_same_v<T, int8_t>) return _mm512_cvtepi8_epi16(_mm256_maskz_loadu_epi8(m, p));
  if constexpr (std::is_same_v<T, uint8_t>) return _mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(m, p));
  if constexpr (std::is_same_v<T, int16_t>) return _mm512_maskz_loadu_epi16(m, p);
}

// 32 channels at a time. x - zero fits 16 bits (words have no zero point), products take 32: their halves are unpacked
// within 128-bit lanes, which the last step puts in order.
template <class T>
void Sums(const DepthwiseBlockQuant& b, int32_t* sums) {
  const __m512i zero = _mm512_set1_epi16(static_cast<int16_t>(b.x_zero));
  const __m512i first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11),
                second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
  for (int64_t c = 0; c < b.channels; c += 32) {
    const int64_t at = b.channel + c;
    const __mmask32 m = b.channels - c >= 32 ? ~__mmask32{0} : (__mmask32{1} << (b.channels - c)) - 1;
    __m512i even = _mm512_setzero_si512(), odd = _mm512_setzero_si512();
    for (int64_t tap = 0; tap < b.num_taps; ++tap) {
      __m512i x = _mm512_sub_epi16(LoadWords(static_cast<const T*>(b.taps[tap].x) + at, m), zero);
      __m512i w = _mm512_maskz_loadu_epi16(m, b.taps[tap].w + at);
      __m512i low = _mm512_mullo_epi16(x, w), high = _mm512_mulhi_epi16(x, w);
      even = _mm512_add_epi32(even, _mm512_unpacklo_epi16(low, high));
      odd = _mm512_add_epi32(odd, _mm512_unpackhi_epi16(low, high));
    }
    _mm512_storeu_si512(sums + c, _mm512_permutex2var_epi64(even, first, odd));  // `sums` holds a whole block
    _mm512_storeu_si512(sums + c + 16, _mm512_permutex2var_epi64(even, second, odd));
  }
}

}  // namespace

const DepthwiseQuantTiles kDepthwiseQuantAvx512 = {Sums<int8_t>, Sums<uint8_t>, Sums<int16_t>};

}  // namespace slipway::interpreter
