#include <immintrin.h>

#include <type_traits>

#include "interpreter/convolution/depthwise_quant_template.h"

namespace slipway::interpreter {

namespace {

// 16 elements as 16-bit words.
template <class T>
__m256i LoadWords(const T* p) {
  if constexpr (std::is_same_v<T, int8_t>)
    return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  if constexpr (std::is_same_v<T, uint8_t>)
    return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  if constexpr (std::is_same_v<T, int16_t>) return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// 16 channels at a time. x - zero fits 16 bits (words have no zero point), products take 32: their halves are unpacked
// within 128-bit lanes, which the last step puts in order.
template <class T>
void Sums(const DepthwiseBlockQuant& b, int32_t* sums) {
  const __m256i zero = _mm256_set1_epi16(static_cast<int16_t>(b.x_zero));
  int64_t c = 0;
  for (; c + 16 <= b.channels; c += 16) {
    const int64_t at = b.channel + c;
    __m256i even = _mm256_setzero_si256(), odd = _mm256_setzero_si256();
    for (int64_t tap = 0; tap < b.num_taps; ++tap) {
      __m256i x = _mm256_sub_epi16(LoadWords(static_cast<const T*>(b.taps[tap].x) + at), zero);
      __m256i w = LoadWords(b.taps[tap].w + at);
      __m256i low = _mm256_mullo_epi16(x, w), high = _mm256_mulhi_epi16(x, w);
      even = _mm256_add_epi32(even, _mm256_unpacklo_epi16(low, high));
      odd = _mm256_add_epi32(odd, _mm256_unpackhi_epi16(low, high));
    }
    auto* to = reinterpret_cast<__m256i*>(sums + c);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(even, odd, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(even, odd, 0x31));
  }
  if (c < b.channels) DepthwiseSums<T>({b.taps, b.num_taps, b.channel + c, b.channels - c, b.x_zero}, sums + c);
}

}  // namespace

const DepthwiseQuantTiles kDepthwiseQuantAvx2 = {Sums<int8_t>, Sums<uint8_t>, Sums<int16_t>};

}  // namespace slipway::interpreter
