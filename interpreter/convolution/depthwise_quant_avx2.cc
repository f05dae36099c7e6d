#include <immintrin.h>

#include "interpreter/convolution/depthwise_quant_template.h"

namespace slipway::interpreter {

namespace {

// 16 channels at a time: (x - zero) w is exact in 16 bits, since x - zero lies in [-255, 255] and w in [-128, 128].
void SumsOfBytes(const DepthwiseBlockQuant& b, int32_t* sums) {
  const __m256i zero = _mm256_set1_epi16(static_cast<int16_t>(b.x_zero));
  int64_t c = 0;
  for (; c + 16 <= b.channels; c += 16) {
    const int64_t at = b.channel + c;
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();
    for (int64_t tap = 0; tap < b.num_taps; ++tap) {
      const int8_t* from = static_cast<const int8_t*>(b.taps[tap].x) + at;
      __m256i x = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
      __m256i w = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b.taps[tap].w + at));
      __m256i product = _mm256_mullo_epi16(_mm256_sub_epi16(x, zero), w);
      low = _mm256_add_epi32(low, _mm256_cvtepi16_epi32(_mm256_castsi256_si128(product)));
      high = _mm256_add_epi32(high, _mm256_cvtepi16_epi32(_mm256_extracti128_si256(product, 1)));
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + c), low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + c + 8), high);
  }
  if (c < b.channels)
    DepthwiseSums<int8_t, int16_t>({b.taps, b.num_taps, b.channel + c, b.channels - c, b.x_zero}, sums + c);
}

}  // namespace

const DepthwiseQuantTiles kDepthwiseQuantAvx2 = {SumsOfBytes, DepthwiseSums<int8_t, int32_t>,
                                                 DepthwiseSums<uint8_t, int32_t>, DepthwiseSums<int16_t, int32_t>};

}  // namespace slipway::interpreter
