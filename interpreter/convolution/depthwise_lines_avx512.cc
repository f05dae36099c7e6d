#include "interpreter/convolution/depthwise_lines_tile.h"
#include "interpreter/gemm/codes_avx512.h"

namespace slipway::interpreter {

namespace {

// Unpacking works within 128-bit lanes; the permutation before it has the results come out in order.
void Interleave(const LineRows& a) {
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m512i flip = _mm512_set1_epi8(static_cast<char>(a.flip));
  uint8_t* to = a.line;
  for (int64_t i = 0; i < a.n; i += 64, to += 256) {
    const __mmask64 m = a.n - i >= 64 ? ~__mmask64{0} : (__mmask64{1} << (a.n - i)) - 1;
    __m512i row[4];
#pragma GCC unroll 4
    for (int r = 0; r < 4; ++r)
      row[r] = _mm512_permutexvar_epi32(order, _mm512_xor_si512(flip, _mm512_maskz_loadu_epi8(m, a.rows[r] + i)));
    const __m512i low01 = _mm512_unpacklo_epi8(row[0], row[1]), high01 = _mm512_unpackhi_epi8(row[0], row[1]);
    const __m512i low23 = _mm512_unpacklo_epi8(row[2], row[3]), high23 = _mm512_unpackhi_epi8(row[2], row[3]);
    _mm512_storeu_si512(to, _mm512_unpacklo_epi16(low01, low23));
    _mm512_storeu_si512(to + 64, _mm512_unpackhi_epi16(low01, low23));
    _mm512_storeu_si512(to + 128, _mm512_unpacklo_epi16(high01, high23));
    _mm512_storeu_si512(to + 192, _mm512_unpackhi_epi16(high01, high23));
  }
}

// Vectors: of 16 channels, from channel c on.
template <int Pixels, int Vectors>
void Sums(const LineBlock& b, int64_t first, int64_t c) {
  gemm::TileCodesI8 codes{};
  if (b.codes) {
    codes = *b.codes;
    codes.start += c;
    codes.factor += c;
    codes.n = b.channels - c;
    codes.y += first * codes.y_row + c;
  }
  __m512i sum[Pixels][Vectors], start[Vectors];
  gemm::StartOf(b.codes ? &codes : nullptr, start);
#pragma GCC unroll 8
  for (int p = 0; p < Pixels; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) sum[p][v] = start[v];
  const int8_t* w = b.w + c * 4;
  const int64_t pixel_step = b.pixel_step;
  for (int64_t l = 0; l < b.lines; ++l) {
    const uint8_t* x = b.line + l * b.line_step + first * pixel_step + c * 4;
    for (int64_t t = 0; t < b.columns; ++t, x += b.column_step, w += b.w_step) {
      __m512i taps[Vectors];
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) taps[v] = _mm512_loadu_si512(w + v * 64);
#pragma GCC unroll 8
      for (int p = 0; p < Pixels; ++p)
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v)
          sum[p][v] = _mm512_dpbusd_epi32(sum[p][v], _mm512_loadu_si512(x + p * pixel_step + v * 64), taps[v]);
    }
  }
  if (b.codes) return gemm::MakeCodes(codes, sum);
#pragma GCC unroll 8
  for (int p = 0; p < Pixels; ++p)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) _mm512_storeu_si512(b.sums + (first + p) * kLineChannels + c + v * 16, sum[p][v]);
}

template <int Pixels>
void AllChannels(const LineBlock& b, int64_t first) {
  int64_t c = 0;
  for (; b.channels - c > 16; c += 32) Sums<Pixels, 2>(b, first, c);
  if (c < b.channels) Sums<Pixels, 1>(b, first, c);
}

void AllSums(const LineBlock& b) {
  int64_t p = 0;
  for (; p + 8 <= b.pixels; p += 8) AllChannels<8>(b, p);
  for (; p + 4 <= b.pixels; p += 4) AllChannels<4>(b, p);
  for (; p + 2 <= b.pixels; p += 2) AllChannels<2>(b, p);
  if (p < b.pixels) AllChannels<1>(b, p);
}

}  // namespace

const DepthwiseLineTiles kDepthwiseLinesAvx512 = {Interleave, AllSums};

}  // namespace slipway::interpreter
