#include <immintrin.h>

#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 16, kGroup = 2;

// vpmaddwd: pairs of 16-bit products, which cannot overflow here.
template <int Rows>
void Tile(const TileI8& t) {
  __m256i sum[Rows][2];
#pragma GCC unroll 5
  for (int r = 0; r < Rows; ++r) sum[r][0] = sum[r][1] = _mm256_setzero_si256();
  const int8_t* b = t.b;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const std::byte* a = t.segments[s].a;
    for (int64_t g = 0; g < t.segments[s].groups; ++g, b += kColumns * kGroup, a += 2 * kGroup) {
      __m256i b0 = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(b)));
      __m256i b1 = _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(b + 16)));
#pragma GCC unroll 5
      for (int r = 0; r < Rows; ++r) {
        __m256i av = _mm256_set1_epi32(*reinterpret_cast<const int32_t*>(a + r * t.a_row));
        sum[r][0] = _mm256_add_epi32(sum[r][0], _mm256_madd_epi16(av, b0));
        sum[r][1] = _mm256_add_epi32(sum[r][1], _mm256_madd_epi16(av, b1));
      }
    }
  }
#pragma GCC unroll 5
  for (int r = 0; r < Rows; ++r) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(t.sums + r * kColumns), sum[r][0]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(t.sums + r * kColumns + 8), sum[r][1]);
  }
}

}  // namespace

const TilesI8 kTilesI8Avx2 = {5,  kColumns, kGroup, 2, false, {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>, Tile<5>},
                              {}, nullptr};

}  // namespace slipway::interpreter::gemm
