#include <immintrin.h>

#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 32, kGroup = 4;

// vpdpbusd: four products of unsigned and signed bytes added to each sum.
template <int Rows>
void Tile(const TileI8& t) {
  __m512i sum[Rows][2];
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) sum[r][0] = sum[r][1] = _mm512_setzero_si512();
  const int8_t* b = t.b;
  const std::byte* a = t.a;
  const int64_t a_row = t.a_row;
  for (int64_t g = 0; g < t.groups; ++g, b += kColumns * kGroup, a += kGroup) {
    __m512i b0 = _mm512_loadu_si512(b), b1 = _mm512_loadu_si512(b + 64);
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r) {
      __m512i av = _mm512_set1_epi32(*reinterpret_cast<const int32_t*>(a + r * a_row));
      sum[r][0] = _mm512_dpbusd_epi32(sum[r][0], av, b0);
      sum[r][1] = _mm512_dpbusd_epi32(sum[r][1], av, b1);
    }
  }
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
    _mm512_storeu_si512(t.sums + r * kColumns, sum[r][0]);
    _mm512_storeu_si512(t.sums + r * kColumns + 16, sum[r][1]);
  }
}

}  // namespace

const TilesI8 kTilesI8Avx512 = {14,
                                kColumns,
                                kGroup,
                                1,
                                {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>, Tile<5>, Tile<6>, Tile<7>, Tile<8>,
                                 Tile<9>, Tile<10>, Tile<11>, Tile<12>, Tile<13>, Tile<14>}};

}  // namespace slipway::interpreter::gemm
