#pragma once
// Sums to codes, and to floats, by 512-bit vectors: for sources that are compiled for them, and no others.

#include <immintrin.h>

#include <cstdint>

#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {
namespace {

// What is the same for all sums of a tensor.
struct CodeStep {
  CodeStep(int32_t zero_point, int32_t low, int32_t high)
      : zero(_mm512_set1_epi16(static_cast<int16_t>(zero_point))),
        lo(_mm512_set1_epi8(static_cast<char>(low))),
        hi(_mm512_set1_epi8(static_cast<char>(high))),
        most(_mm512_set1_ps(static_cast<float>(high - zero_point))),
        is_unsigned(low >= 0) {}
  __m512i zero, lo, hi;
  __m512 most;  // above which a product is at the upper bound
  bool is_unsigned;
};

// 16 sums of a row. The bound comes first: what is too large for an integer would become the smallest.
inline __m512i Scaled(const CodeStep& s, __m512i sum, __m512 factor) {
  return _mm512_cvtps_epi32(_mm512_min_ps(s.most, _mm512_mul_ps(_mm512_cvtepi32_ps(sum), factor)));
}
// The same for factors below 1, with which nothing is too large.
inline __m512i ScaledDown(__m512i sum, __m512 factor) {
  return _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_cvtepi32_ps(sum), factor));
}

// Two rows of 32 columns, each as two vectors that Scaled gave: 32 bytes of the first row, then 32 of the second.
inline __m512i Codes(const CodeStep& s, __m512i a0, __m512i a1, __m512i b0, __m512i b1) {
  // Packing works within 128-bit lanes; the permutation puts their parts in order.
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m512i a = _mm512_adds_epi16(s.zero, _mm512_packs_epi32(a0, a1));
  const __m512i b = _mm512_adds_epi16(s.zero, _mm512_packs_epi32(b0, b1));
  const __m512i bytes = s.is_unsigned ? _mm512_min_epu8(s.hi, _mm512_max_epu8(s.lo, _mm512_packus_epi16(a, b)))
                                      : _mm512_min_epi8(s.hi, _mm512_max_epi8(s.lo, _mm512_packs_epi16(a, b)));
  return _mm512_permutexvar_epi32(order, bytes);
}

// Rounding to even is the mode of the processor; n: columns of the rows, at most 32. b is nullptr for a lone row.
inline void StoreCodes(__m512i codes, int64_t n, uint8_t* a, uint8_t* b) {
  const __m256i first = _mm512_castsi512_si256(codes), second = _mm512_extracti64x4_epi64(codes, 1);
  if (n >= 32) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(a), first);
    if (b) _mm256_storeu_si256(reinterpret_cast<__m256i*>(b), second);
  } else if (n == 1) {
    *a = static_cast<uint8_t>(_mm512_cvtsi512_si32(codes));
    if (b) *b = static_cast<uint8_t>(_mm256_extract_epi8(second, 0));
  } else if (n == 16) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(a), _mm256_castsi256_si128(first));
    if (b) _mm_storeu_si128(reinterpret_cast<__m128i*>(b), _mm256_castsi256_si128(second));
  } else {
    const __mmask32 m = (__mmask32{1} << n) - 1;
    _mm256_mask_storeu_epi8(a, m, first);
    if (b) _mm256_mask_storeu_epi8(b, m, second);
  }
}

// A vector of 16 of n columns, from column 16 v on; columns beyond n are 0.
inline __mmask16 ColumnMask(int64_t n, int v) {
  const int64_t rest = n - 16 * v;
  return rest >= 16 ? 0xffff : rest <= 0 ? 0 : static_cast<__mmask16>((1 << rest) - 1);
}

// What the sums of a tile begin with.
template <int Vectors>
inline void StartOf(const TileCodesI8* c, __m512i (&start)[Vectors]) {
#pragma GCC unroll 2
  for (int v = 0; v < Vectors; ++v)
    start[v] = c ? _mm512_maskz_loadu_epi32(ColumnMask(c->n, v), c->start + 16 * v) : _mm512_setzero_si512();
}

// A whole tile, whose sums began with StartOf; two rows at a time.
template <int Rows, int Vectors>
inline void MakeCodes(const TileCodesI8& c, const __m512i (&sum)[Rows][Vectors]) {
  const CodeStep step(c.zero_point, c.lo, c.hi);
  __m512 factor[Vectors];
#pragma GCC unroll 2
  for (int v = 0; v < Vectors; ++v) factor[v] = _mm512_maskz_loadu_ps(ColumnMask(c.n, v), c.factor + 16 * v);
  auto scaled = [&](int r, int v) { return ScaledDown(sum[r][v], factor[v]); };
#pragma GCC unroll 7
  for (int r = 0; r < Rows; r += 2) {
    const int next = r + 1 < Rows ? r + 1 : r;
    const __m512i a0 = scaled(r, 0), b0 = scaled(next, 0);
    const __m512i a1 = Vectors == 2 ? scaled(r, Vectors - 1) : a0, b1 = Vectors == 2 ? scaled(next, Vectors - 1) : b0;
    StoreCodes(Codes(step, a0, a1, b0, b1), c.n, c.y + r * c.y_row, next > r ? c.y + next * c.y_row : nullptr);
  }
}

// The same to floats, row by row: each may have its own scale.
template <int Rows, int Vectors>
inline void MakeFloats(const TileFloatsI8& f, const __m512i (&sum)[Rows][Vectors]) {
  const __m512 lo = _mm512_set1_ps(f.lo), hi = _mm512_set1_ps(f.hi);
#pragma GCC unroll 2
  for (int v = 0; v < Vectors; ++v) {
    const __mmask16 m = ColumnMask(f.n, v);
    if (!m) return;
    const __m512 weight =
        f.per_column ? _mm512_maskz_loadu_ps(m, f.weight_scales + 16 * v) : _mm512_set1_ps(f.weight_scales[0]);
    const __m512 bias = f.bias ? _mm512_maskz_loadu_ps(m, f.bias + 16 * v) : _mm512_setzero_ps();
    const __m512i column_sums = _mm512_maskz_loadu_epi32(m, f.column_sums + 16 * v);
    auto term_of = [&](int r) {
      return _mm512_mullo_epi32(column_sums, _mm512_set1_epi32(f.scales[r].zero_point + f.offset));
    };
    __m512i term = term_of(0);
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r) {
      // Symmetric rows have the same zero point, and the product takes longest.
      if (r > 0 && f.scales[r].zero_point != f.scales[r - 1].zero_point) term = term_of(r);
      const __m512 factor = _mm512_mul_ps(_mm512_set1_ps(f.scales[r].scale), weight);
      const __m512 real = _mm512_cvtepi32_ps(_mm512_sub_epi32(sum[r][v], term));
      // The second operand of both is what NaN gives.
      const __m512 y = _mm512_min_ps(hi, _mm512_max_ps(lo, _mm512_fmadd_ps(real, factor, bias)));
      _mm512_mask_storeu_ps(f.y + r * f.y_row + 16 * v, m, y);
    }
  }
}

// What becomes of the sums, from panel to panel.
struct Results {
  Results() = default;
  explicit Results(const TileI8& t) : has_codes(t.codes), has_floats(t.floats) {
    if (has_codes) codes = *t.codes;
    if (has_floats) floats = *t.floats;
  }
  void Next(int64_t columns) {
    if (has_codes) {
      codes.start += columns;
      codes.factor += columns;
      codes.n -= columns;
      codes.y += columns;
    }
    if (has_floats) {
      floats.column_sums += columns;
      if (floats.per_column) floats.weight_scales += columns;
      if (floats.bias) floats.bias += columns;
      floats.n -= columns;
      floats.y += columns;
    }
  }
  bool has_codes = false, has_floats = false;
  TileCodesI8 codes;
  TileFloatsI8 floats;
};

}  // namespace
}  // namespace slipway::interpreter::gemm
