#include <immintrin.h>

#include "interpreter/convolution/depthwise_f32_tile.h"

namespace slipway::interpreter {

namespace {

// Pixels x (Vectors * 16) channels at once; the last vector is masked.
template <int Pixels, int Vectors>
void Block(const DepthwiseTileF32& t, int64_t p, int64_t c, __mmask16 last) {
  __m512 sum[Pixels][Vectors];
#pragma GCC unroll 4
  for (int v = 0; v < Vectors; ++v) {
    __m512 start =
        t.bias ? _mm512_maskz_loadu_ps(v == Vectors - 1 ? last : 0xffff, t.bias + c + v * 16) : _mm512_setzero_ps();
#pragma GCC unroll 8
    for (int i = 0; i < Pixels; ++i) sum[i][v] = start;
  }
  const int64_t x_pixel = t.x_pixel;
  for (int64_t tap = 0; tap < t.num_taps; ++tap) {
    const float* x = t.taps[tap].x + p * x_pixel + c;
    const float* w = t.taps[tap].w + c;
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      __mmask16 mask = v == Vectors - 1 ? last : 0xffff;
      __m512 wv = _mm512_maskz_loadu_ps(mask, w + v * 16);
#pragma GCC unroll 8
      for (int i = 0; i < Pixels; ++i)
        sum[i][v] = _mm512_fmadd_ps(_mm512_maskz_loadu_ps(mask, x + i * x_pixel + v * 16), wv, sum[i][v]);
    }
  }
  // max(lo, NaN) and min(hi, NaN) return their second operand.
  const __m512 lo = _mm512_set1_ps(t.lo), hi = _mm512_set1_ps(t.hi);
#pragma GCC unroll 8
  for (int i = 0; i < Pixels; ++i)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
      _mm512_mask_storeu_ps(t.y + (p + i) * t.y_pixel + c + v * 16, v == Vectors - 1 ? last : 0xffff,
                            _mm512_min_ps(hi, _mm512_max_ps(lo, sum[i][v])));
}

template <int Pixels, int Vectors>
void Rows(const DepthwiseTileF32& t, int64_t p) {
  int64_t c = 0;
  for (; c + Vectors * 16 <= t.channels; c += Vectors * 16) Block<Pixels, Vectors>(t, p, c, 0xffff);
  for (; c < t.channels; c += 16) {
    int64_t left = t.channels - c;
    Block<Pixels, 1>(t, p, c, left >= 16 ? 0xffff : static_cast<__mmask16>((1u << left) - 1));
  }
}

}  // namespace

void DepthwiseF32Avx512(const DepthwiseTileF32& t) {
  int64_t p = 0;
  for (; p + 8 <= t.pixels; p += 8) Rows<8, 2>(t, p);
  for (; p + 4 <= t.pixels; p += 4) Rows<4, 2>(t, p);
  for (; p + 2 <= t.pixels; p += 2) Rows<2, 4>(t, p);
  for (; p < t.pixels; ++p) Rows<1, 4>(t, p);
}

}  // namespace slipway::interpreter
