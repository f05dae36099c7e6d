#include "interpreter/gemm/words_template.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 8;

template <int Rows>
void Tile(const TileI16& t) {
  int32_t sum[Rows][kColumns] = {};
  for (int64_t p = 0; p < t.pairs; ++p) {
    const int8_t* b = t.b + p * 2 * kColumns;
    for (int r = 0; r < Rows; ++r) {
      const int32_t a0 = t.a[r * t.a_row + 2 * p], a1 = t.a[r * t.a_row + 2 * p + 1];
      for (int c = 0; c < kColumns; ++c) sum[r][c] += a0 * b[2 * c] + a1 * b[2 * c + 1];
    }
  }
  for (int r = 0; r < Rows; ++r)
    for (int c = 0; c < kColumns; ++c) t.sums[r * kColumns + c] = sum[r][c];
}

}  // namespace

const TilesI16 kTilesI16Portable = {
    4, kColumns, {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>}, StoreWords<int32_t>, StoreWords<int64_t>};

}  // namespace slipway::interpreter::gemm
