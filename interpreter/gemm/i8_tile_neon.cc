#include <arm_neon.h>

#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 16, kGroup = 2;

// Words of one k of all columns, multiplied by a lane of A; products are added as 32 bits.
template <int Rows>
void Tile(const TileI8& t) {
  int32x4_t sum[Rows][4];
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < 4; ++v) sum[r][v] = vdupq_n_s32(0);
  const int8_t* b = t.b;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const std::byte* a = t.segments[s].a;
    for (int64_t g = 0; g < t.segments[s].groups; ++g, b += kColumns * kGroup, a += 2 * kGroup) {
      const int8x16x2_t pair = vld2q_s8(b);  // k even, k odd
#pragma GCC unroll 2
      for (int k = 0; k < kGroup; ++k) {
        const int16x8_t b0 = vmovl_s8(vget_low_s8(pair.val[k])), b1 = vmovl_s8(vget_high_s8(pair.val[k]));
#pragma GCC unroll 4
        for (int r = 0; r < Rows; ++r) {
          const int16_t av = reinterpret_cast<const int16_t*>(a + r * t.a_row)[k];
          sum[r][0] = vmlal_n_s16(sum[r][0], vget_low_s16(b0), av);
          sum[r][1] = vmlal_n_s16(sum[r][1], vget_high_s16(b0), av);
          sum[r][2] = vmlal_n_s16(sum[r][2], vget_low_s16(b1), av);
          sum[r][3] = vmlal_n_s16(sum[r][3], vget_high_s16(b1), av);
        }
      }
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < 4; ++v) vst1q_s32(t.sums + r * kColumns + v * 4, sum[r][v]);
}

}  // namespace

const TilesI8 kTilesI8Neon = {4,  kColumns, kGroup, 2, false, {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>},
                              {}, nullptr};

}  // namespace slipway::interpreter::gemm
