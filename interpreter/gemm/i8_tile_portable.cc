#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 8, kGroup = 2;

template <int Rows>
void Tile(const TileI8& t) {
  int32_t sum[Rows][kColumns] = {};
  const int8_t* b = t.b;
  for (int64_t s = 0; s < t.num_segments; ++s)
    for (int64_t g = 0; g < t.segments[s].groups; ++g, b += kColumns * kGroup)
      for (int r = 0; r < Rows; ++r) {
        const int16_t* a = reinterpret_cast<const int16_t*>(t.segments[s].a + r * t.a_row) + g * kGroup;
        for (int j = 0; j < kColumns; ++j) sum[r][j] += a[0] * b[j * kGroup] + a[1] * b[j * kGroup + 1];
      }
  for (int r = 0; r < Rows; ++r)
    for (int j = 0; j < kColumns; ++j) t.sums[r * kColumns + j] = sum[r][j];
}

}  // namespace

const TilesI8 kTilesI8Portable = {4,  kColumns, kGroup, 2, false, {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>},
                                  {}, nullptr};

}  // namespace slipway::interpreter::gemm
