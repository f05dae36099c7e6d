#include <arm_neon.h>

#include "interpreter/gemm/i8_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kColumns = 16, kGroup = 4;

// sdot takes signed bytes on both sides: A's go in with 128 taken off, and 128 times the column's sum comes back at the
// end.
template <int Rows>
void Tile(const TileI8& t) {
  int32x4_t sum[Rows][4], of_column[4];
#pragma GCC unroll 4
  for (int v = 0; v < 4; ++v) {
    of_column[v] = vdupq_n_s32(0);
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) sum[r][v] = vdupq_n_s32(0);
  }
  const int8x16_t ones = vdupq_n_s8(1);
  const uint8x16_t sign = vdupq_n_u8(128);
  const int8_t* b = t.b;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const std::byte* a = t.segments[s].a;
    for (int64_t g = 0; g < t.segments[s].groups; ++g, b += kColumns * kGroup, a += kGroup) {
      int8x16_t bv[4];
#pragma GCC unroll 4
      for (int v = 0; v < 4; ++v) {
        bv[v] = vld1q_s8(b + v * 16);
        of_column[v] = vdotq_s32(of_column[v], bv[v], ones);
      }
#pragma GCC unroll 4
      for (int r = 0; r < Rows; ++r) {
        uint32_t word;  // rows in place begin anywhere
        __builtin_memcpy(&word, a + r * t.a_row, sizeof(word));
        const uint32x4_t four = vdupq_n_u32(word);
        const int8x16_t av = vreinterpretq_s8_u8(veorq_u8(vreinterpretq_u8_u32(four), sign));
#pragma GCC unroll 4
        for (int v = 0; v < 4; ++v) sum[r][v] = vdotq_s32(sum[r][v], bv[v], av);
      }
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < 4; ++v)
      vst1q_s32(t.sums + r * kColumns + v * 4, vaddq_s32(sum[r][v], vshlq_n_s32(of_column[v], 7)));
}

}  // namespace

const TilesI8 kTilesI8NeonDot = {4,  kColumns, kGroup, 1, false, {nullptr, Tile<1>, Tile<2>, Tile<3>, Tile<4>},
                                 {}, nullptr};

}  // namespace slipway::interpreter::gemm
