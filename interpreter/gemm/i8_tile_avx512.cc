#include "interpreter/gemm/codes_avx512.h"
#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 32, kGroup = 4;
constexpr int64_t kAhead = 2048;  // bytes of B that are fetched before they are needed

template <int Rows, int Vectors>
using Sums = __m512i[Rows][Vectors];

// Adds one group to the sums. a: of rows 0, 3, 6 ..
template <int Rows, int Vectors>
[[gnu::always_inline]] inline void AddGroup(const std::byte* const* a, int64_t a_row, int64_t at, const int8_t* b,
                                            Sums<Rows, Vectors>& sum) {
  __m512i bv[Vectors];
#pragma GCC unroll 2
  for (int v = 0; v < Vectors; ++v) {
    bv[v] = _mm512_loadu_si512(b + v * 64);
    _mm_prefetch(reinterpret_cast<const char*>(b + v * 64 + kAhead), _MM_HINT_T0);
  }
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r) {
    int32_t four;  // rows in place begin anywhere
    __builtin_memcpy(&four, a[r / 3] + at + r % 3 * a_row, sizeof(four));
    const __m512i av = _mm512_set1_epi32(four);
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) sum[r][v] = _mm512_dpbusd_epi32(sum[r][v], av, bv[v]);
  }
}

// vpdpbusd: four products of unsigned and signed bytes added to each sum. Vectors: of 16 columns.
template <int Rows, int Vectors>
[[gnu::always_inline]] inline const int8_t* Panel(const TileI8& t, const Results& results, const int8_t* b) {
  // Few sums would wait for their own last addition: groups go to several of each in turn.
  constexpr int kChains = Rows * Vectors >= 8 ? 1 : Rows * Vectors > 2 ? 2 : 4;
  Sums<Rows, Vectors> chain[kChains];
  __m512i start[Vectors];
  StartOf(results.has_codes ? &results.codes : nullptr, start);
#pragma GCC unroll 14
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
    for (int v = 0; v < Vectors; ++v) {
      chain[0][r][v] = t.row_terms ? _mm512_add_epi32(start[v], _mm512_set1_epi32(t.row_terms[r])) : start[v];
#pragma GCC unroll 4
      for (int k = 1; k < kChains; ++k) chain[k][r][v] = _mm512_setzero_si512();
    }
  const int64_t a_row = t.a_row;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    // Three rows from one base, each base its own register: compilers make one base of all, and keep multiples of the
    // step in memory. The empty instruction hides that they move together.
    constexpr int kBases = (Rows + 2) / 3;
    const std::byte* a[kBases];
#pragma GCC unroll 5
    for (int k = 0; k < kBases; ++k) a[k] = t.segments[s].a + 3 * k * a_row;
    auto advance = [&](int groups) {
#pragma GCC unroll 5
      for (int k = 0; k < kBases; ++k) {
        a[k] += kGroup * groups;
        asm("" : "+r"(a[k]));
      }
      b += kColumns * kGroup * groups;
    };
    int64_t g = t.segments[s].groups;
    if constexpr (kChains > 1)
      for (; g >= kChains; g -= kChains, advance(kChains))
#pragma GCC unroll 4
        for (int k = 0; k < kChains; ++k)
          AddGroup<Rows, Vectors>(a, a_row, kGroup * k, b + kColumns * kGroup * k, chain[k]);
    for (; g > 0; --g, advance(1)) AddGroup<Rows, Vectors>(a, a_row, 0, b, chain[0]);
  }
  Sums<Rows, Vectors>& sum = chain[0];
#pragma GCC unroll 4
  for (int k = 1; k < kChains; ++k)
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sum[r][v] = _mm512_add_epi32(sum[r][v], chain[k][r][v]);
  if (results.has_codes) {
    MakeCodes(results.codes, sum);
  } else if (results.has_floats) {
    MakeFloats(results.floats, sum);
  } else {
#pragma GCC unroll 14
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) _mm512_storeu_si512(t.sums + r * kColumns + v * 16, sum[r][v]);
  }
  return b;
}

template <int Rows, int Vectors>
void Tile(const TileI8& t) {
  Results results(t);
  const int8_t* b = t.b;
  for (int64_t p = 0; p < t.panels; ++p, results.Next(kColumns)) b = Panel<Rows, Vectors>(t, results, b);
}

}  // namespace

#define SLIPWAY_ROWS(vectors)                                                                                         \
  {                                                                                                                   \
    nullptr, Tile<1, vectors>, Tile<2, vectors>, Tile<3, vectors>, Tile<4, vectors>, Tile<5, vectors>,                \
        Tile<6, vectors>, Tile<7, vectors>, Tile<8, vectors>, Tile<9, vectors>, Tile<10, vectors>, Tile<11, vectors>, \
        Tile<12, vectors>, Tile<13, vectors>, Tile<14, vectors>                                                       \
  }
const TilesI8 kTilesI8Avx512 = {14, kColumns, kGroup, 1, true, SLIPWAY_ROWS(2), SLIPWAY_ROWS(1), nullptr};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
