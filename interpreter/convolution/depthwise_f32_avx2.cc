#include <immintrin.h>

#include "interpreter/convolution/depthwise_f32_tile.h"

namespace slipway::interpreter {

namespace {

// Pixels x 8 channels at once.
template <int Pixels, bool Full>
void Block(const DepthwiseTileF32& t, int64_t p, int64_t c, __m256i mask) {
  auto load = [&](const float* v) { return Full ? _mm256_loadu_ps(v) : _mm256_maskload_ps(v, mask); };
  __m256 sum[Pixels];
  __m256 start = t.bias ? load(t.bias + c) : _mm256_setzero_ps();
#pragma GCC unroll 8
  for (int i = 0; i < Pixels; ++i) sum[i] = start;
  const int64_t x_pixel = t.x_pixel;
  for (int64_t tap = 0; tap < t.num_taps; ++tap) {
    const float* x = t.taps[tap].x + p * x_pixel + c;
    __m256 w = load(t.taps[tap].w + c);
#pragma GCC unroll 8
    for (int i = 0; i < Pixels; ++i) sum[i] = _mm256_fmadd_ps(load(x + i * x_pixel), w, sum[i]);
  }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m256 lo = _mm256_set1_ps(t.lo), hi = _mm256_set1_ps(t.hi);
#pragma GCC unroll 8
  for (int i = 0; i < Pixels; ++i) {
    __m256 y = _mm256_min_ps(hi, _mm256_max_ps(lo, sum[i]));
    float* to = t.y + (p + i) * t.y_pixel + c;
    if constexpr (Full)
      _mm256_storeu_ps(to, y);
    else
      _mm256_maskstore_ps(to, mask, y);
  }
}

template <int Pixels>
void Rows(const DepthwiseTileF32& t, int64_t p) {
  int64_t c = 0;
  for (; c + 8 <= t.channels; c += 8) Block<Pixels, true>(t, p, c, _mm256_setzero_si256());
  if (c < t.channels) {
    const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    Block<Pixels, false>(t, p, c, _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(t.channels - c)), lane));
  }
}

}  // namespace

void DepthwiseF32Avx2(const DepthwiseTileF32& t) {
  int64_t p = 0;
  for (; p + 8 <= t.pixels; p += 8) Rows<8>(t, p);
  for (; p + 4 <= t.pixels; p += 4) Rows<4>(t, p);
  for (; p < t.pixels; ++p) Rows<1>(t, p);
}

}  // namespace slipway::interpreter
