#include <immintrin.h>

#include <cstring>

#include "interpreter/gemm/words_template.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 16;

// vpmaddwd: two products added.
template <int Rows>
void Tile(const TileI16& t) {
  __m256i sum[Rows][2];
#pragma GCC unroll 5
  for (int r = 0; r < Rows; ++r) sum[r][0] = sum[r][1] = _mm256_setzero_si256();
  for (int64_t p = 0; p < t.pairs; ++p) {
    const auto* b = reinterpret_cast<const __m128i*>(t.b + p * 2 * kColumns);
    const __m256i b0 = _mm256_cvtepi8_epi16(_mm_loadu_si128(b)), b1 = _mm256_cvtepi8_epi16(_mm_loadu_si128(b + 1));
#pragma GCC unroll 5
    for (int r = 0; r < Rows; ++r) {
      int32_t pair;
      std::memcpy(&pair, t.a + r * t.a_row + 2 * p, 4);
      const __m256i a = _mm256_set1_epi32(pair);
      sum[r][0] = _mm256_add_epi32(sum[r][0], _mm256_madd_epi16(a, b0));
      sum[r][1] = _mm256_add_epi32(sum[r][1], _mm256_madd_epi16(a, b1));
    }
  }
#pragma GCC unroll 5
  for (int r = 0; r < Rows; ++r) {
    auto* to = reinterpret_cast<__m256i*>(t.sums + r * kColumns);
    _mm256_storeu_si256(to, sum[r][0]);
    _mm256_storeu_si256(to + 1, sum[r][1]);
  }
}

}  // namespace

const TilesI16 kTilesI16Avx2 = {
    5, kColumns, {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>, Tile<5>}, StoreWords<int32_t>, StoreWords<int64_t>};

}  // namespace slipway::interpreter::gemm
