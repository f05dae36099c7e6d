#include <immintrin.h>

#include "interpreter/convolution/depthwise_quant_template.h"

namespace slipway::interpreter {

namespace {

// 32 channels at a time: (x - zero) w is exact in 16 bits, since x - zero lies in [-255, 255] and w in [-128, 128].
void SumsOfBytes(const DepthwiseBlockQuant& b, int32_t* sums) {
  const __m512i zero = _mm512_set1_epi16(static_cast<int16_t>(b.x_zero));
  for (int64_t c = 0; c < b.channels; c += 32) {
    const int64_t at = b.channel + c;
    const __mmask32 m = b.channels - c >= 32 ? ~__mmask32{0} : (__mmask32{1} << (b.channels - c)) - 1;
    __m512i low = _mm512_setzero_si512(), high = _mm512_setzero_si512();
    for (int64_t tap = 0; tap < b.num_taps; ++tap) {
      __m256i bytes = _mm256_maskz_loadu_epi8(m, static_cast<const int8_t*>(b.taps[tap].x) + at);
      __m512i x = _mm512_sub_epi16(_mm512_cvtepi8_epi16(bytes), zero);
      __m512i product = _mm512_mullo_epi16(x, _mm512_maskz_loadu_epi16(m, b.taps[tap].w + at));
      low = _mm512_add_epi32(low, _mm512_cvtepi16_epi32(_mm512_castsi512_si256(product)));
      high = _mm512_add_epi32(high, _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64(product, 1)));
    }
    _mm512_storeu_si512(sums + c, low);  // `sums` holds a whole block
    _mm512_storeu_si512(sums + c + 16, high);
  }
}

}  // namespace

const DepthwiseQuantTiles kDepthwiseQuantAvx512 = {SumsOfBytes, DepthwiseSums<int8_t, int32_t>,
                                                   DepthwiseSums<uint8_t, int32_t>, DepthwiseSums<int16_t, int32_t>};

}  // namespace slipway::interpreter
