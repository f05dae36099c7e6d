#include <arm_neon.h>

#include "interpreter/gemm/f32_tile.h"

namespace slipway::interpreter::gemm {

namespace {

constexpr int kPanel = 8;  // two vectors

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

// Panels [first, last) of C, `Panels` at a time; the sums stay in registers. Full: all columns of the last one are C's.
template <int Rows, int Panels, bool RowMajor, bool Full>
void Tiles(const TileF32& t, int64_t first, int64_t last) {
  constexpr int kVectors = 2 * Panels;
  const int left = static_cast<int>(t.columns - first * kPanel);  // of a part
  auto load = [&](const float* p, int v) { return Full ? vld1q_f32(p) : LoadPart(p, left - v * 4); };
  const int64_t a_row = t.a_row, a_k = RowMajor ? 1 : t.a_k, b_k = t.b_k, b_panel = t.b_panel;
  // vmaxq and vminq give NaN where either is: as the other instruction sets do, while lo and hi are numbers.
  const float32x4_t lo = vdupq_n_f32(t.lo), hi = vdupq_n_f32(t.hi);
  for (int64_t panel = first; panel < last; panel += Panels) {
    float* c = t.c + panel * kPanel;
    float32x4_t sum[Rows][kVectors];
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v)
        sum[r][v] = t.accumulate ? load(c + r * t.c_row + v * 4, v)
                    : t.bias     ? load(t.bias + panel * kPanel + v * 4, v)
                                 : vdupq_n_f32(0);
    for (int64_t s = 0; s < t.num_segments; ++s) {
      const float* a = t.segments[s].a;
      const float* b = t.segments[s].b + panel * b_panel;
      for (int64_t k = t.segments[s].k; k > 0; --k, a += a_k, b += b_k) {
        float32x4_t bv[kVectors];
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) bv[v] = load(b + v / 2 * b_panel + v % 2 * 4, v);
#pragma GCC unroll 6
        for (int r = 0; r < Rows; ++r) {
          float32x4_t av = vld1q_dup_f32(RowMajor ? a + r * a_row : a + r);
#pragma GCC unroll 4
          for (int v = 0; v < kVectors; ++v) sum[r][v] = vfmaq_f32(sum[r][v], av, bv[v]);
        }
      }
    }
#pragma GCC unroll 6
    for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        float32x4_t y = vminq_f32(hi, vmaxq_f32(lo, sum[r][v]));
        if constexpr (Full)
          vst1q_f32(c + r * t.c_row + v * 4, y);
        else
          StorePart(c + r * t.c_row + v * 4, y, left - v * 4);
      }
  }
}

template <int Rows, bool RowMajor>
void AllTiles(const TileF32& t) {
  const int64_t panels = t.columns / kPanel, pairs = panels & ~int64_t{1};
  Tiles<Rows, 2, RowMajor, true>(t, 0, pairs);
  if (pairs < panels) Tiles<Rows, 1, RowMajor, true>(t, pairs, panels);
  if (panels * kPanel < t.columns) Tiles<Rows, 1, RowMajor, false>(t, panels, panels + 1);
}

}  // namespace

#define SLIPWAY_ROWS(major)                                                                                      \
  {                                                                                                              \
    nullptr, AllTiles<1, major>, AllTiles<2, major>, AllTiles<3, major>, AllTiles<4, major>, AllTiles<5, major>, \
        AllTiles<6, major>                                                                                       \
  }
const TilesF32 kTilesF32Neon = {6, kPanel, SLIPWAY_ROWS(true), SLIPWAY_ROWS(false)};
#undef SLIPWAY_ROWS

}  // namespace slipway::interpreter::gemm
