#include <arm_neon.h>

#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

// `count` floats; lanes beyond are zero and never stored.
float32x4_t LoadPart(const float* p, int count) {
  if (count >= 4) return vld1q_f32(p);
  float lanes[4] = {};
  for (int i = 0; i < count; ++i) lanes[i] = p[i];
  return vld1q_f32(lanes);
}

void StorePart(float* p, float32x4_t v, int count) {
  if (count >= 4) return vst1q_f32(p, v);
  float lanes[4];
  vst1q_f32(lanes, v);
  for (int i = 0; i < count; ++i) p[i] = lanes[i];
}

// Rows x (Vectors * 4) sums stay in registers.
template <int Rows, int Vectors, bool RowMajor, bool Full>
void Tile(const TileF32& t) {
  const int columns = static_cast<int>(t.columns);
  auto load = [&](const float* p, int v) { return Full ? vld1q_f32(p + v * 4) : LoadPart(p + v * 4, columns - v * 4); };
  float32x4_t sum[Rows][Vectors];
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
      sum[r][v] = t.accumulate ? load(t.c + r * t.c_row, v) : t.bias ? load(t.bias, v) : vdupq_n_f32(0);
  const int64_t a_row = t.a_row, a_k = RowMajor ? 1 : t.a_k, b_k = t.b_k;
  for (int64_t s = 0; s < t.num_segments; ++s) {
    const float* a = t.segments[s].a;
    const float* b = t.segments[s].b;
    for (int64_t k = t.segments[s].k; k > 0; --k, a += a_k, b += b_k) {
      float32x4_t bv[Vectors];
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v) bv[v] = load(b, v);
#pragma GCC unroll 6
      for (int r = 0; r < Rows; ++r) {
        float32x4_t av = vld1q_dup_f32(RowMajor ? a + r * a_row : a + r);
#pragma GCC unroll 4
        for (int v = 0; v < Vectors; ++v) sum[r][v] = vfmaq_f32(sum[r][v], av, bv[v]);
      }
    }
  }
  // vmaxq and vminq give NaN where either is: as the other instruction sets do, while lo and hi are numbers.
  const float32x4_t lo = vdupq_n_f32(t.lo), hi = vdupq_n_f32(t.hi);
#pragma GCC unroll 6
  for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      float32x4_t y = vminq_f32(hi, vmaxq_f32(lo, sum[r][v]));
      float* c = t.c + r * t.c_row + v * 4;
      if constexpr (Full)
        vst1q_f32(c, y);
      else
        StorePart(c, y, columns - v * 4);
    }
}

template <int Rows, bool RowMajor>
void Choose(const TileF32& t) {
  if (t.columns == 16)
    Tile<Rows, 4, RowMajor, true>(t);
  else if (t.columns == 8)
    Tile<Rows, 2, RowMajor, true>(t);
  else if (t.columns > 8)
    Tile<Rows, 4, RowMajor, false>(t);
  else
    Tile<Rows, 2, RowMajor, false>(t);
}

}  // namespace

#define SLIPWAY_ROWS(major)                                                                            \
  {                                                                                                    \
    nullptr, Choose<1, major>, Choose<2, major>, Choose<3, major>, Choose<4, major>, Choose<5, major>, \
        Choose<6, major>                                                                               \
  }
const TilesF32 kTilesF32Neon = {6, 16, 4, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
