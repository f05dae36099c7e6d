#pragma once
// What becomes of one float LSTM cell once its gates' sums are known, one object per instruction set.
// No function bodies here.

#include <cstdint>

#include "base/cpu.h"
#include "ops/attributes.h"

namespace slipway::interpreter {

// c = clip(sigmoid(f) c + sigmoid(i) act(g)); without i, 1 - sigmoid(f) stands for sigmoid(i). The peepholes, each of n
// weights or nullptr, add weight times c to the sum of their gate first.
struct CellUpdateF32 {
  int64_t n;
  const float *i, *f, *g;
  const float *peephole_i, *peephole_f;
  ops::Activation activation;
  float clip;  // 0: none
  float* c;
};
// h = sigmoid(o + peephole_o c) act(c)
struct CellOutputF32 {
  int64_t n;
  const float *o, *peephole_o, *c;
  ops::Activation activation;
  float* h;
};

// y = clamp(scale weight_scales (sums - zero column_sums) + start) within [-limit, limit]; start may be nullptr, or y.
struct ScaledSums {
  const int32_t *sums, *column_sums;
  int32_t zero;
  float scale;
  const float *weight_scales, *start;
  float limit;
  int64_t n;
  float* y;
};

struct CellLoopsF32 {
  void (*update)(const CellUpdateF32&);
  void (*output)(const CellOutputF32&);
  void (*activate)(ops::Activation, float* x, int64_t n);
  void (*store_sums)(const ScaledSums&);
};

// Of this CPU.
const CellLoopsF32& BestCellLoopsF32();

extern const CellLoopsF32 kCellLoopsF32Portable;
#if defined(__x86_64__)
extern const CellLoopsF32 kCellLoopsF32Avx2;
extern const CellLoopsF32 kCellLoopsF32Avx512;
#endif

}  // namespace slipway::interpreter
