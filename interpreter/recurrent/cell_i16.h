#pragma once
// Integer LSTM cells as TFLite's reference kernels compute them, bit for bit, one object per instruction set. Gates are
// Q3.12, what sigmoid and tanh make of them Q0.15, the cell state Q(b).(15 - b). No function bodies here.
// Source: TFLite's integer LSTM on gemmlowp's fixed-point functions.

#include <cstdint>

#include "base/cpu.h"
#include "interpreter/math/rescale.h"

namespace slipway::interpreter {

struct CellLoopsI16 {
  // gate = clamp(factor (sums + bias) + gate); with `first`, gate counts as 0.
  void (*add_sums)(const Rescale& factor, const int32_t* sums, const int32_t* bias, bool first, int16_t* gate,
                   int64_t n);
  // gate = clamp(factor (weights c) + gate)
  void (*add_peephole)(const Rescale& factor, const int16_t* weights, const int16_t* c, int16_t* gate, int64_t n);
  void (*sigmoid)(const int16_t* x, int16_t* y, int64_t n);
  // Of x with `bits` bits before the point, 0 to 6.
  void (*tanh)(int bits, const int16_t* x, int16_t* y, int64_t n);
  // c = clamp(f c / 2^15 + i g / 2^shift); without i, 32767 - f stands for it; clip 0: none. May change nothing else.
  void (*update)(const int16_t* i, const int16_t* f, const int16_t* g, int shift, int16_t clip, int16_t* c, int64_t n);
  // y = clamp(factor (o t) + zero_point)
  void (*output)(const Rescale& factor, const int16_t* o, const int16_t* t, int32_t zero_point, int8_t* y, int64_t n);
  // y = clamp(factor (sums + bias) + zero_point)
  void (*project)(const Rescale& factor, const int32_t* sums, const int32_t* bias, int32_t zero_point, int8_t* y,
                  int64_t n);
};

// Of this CPU.
const CellLoopsI16& BestCellLoopsI16();

extern const CellLoopsI16 kCellLoopsI16Portable;
#if defined(__x86_64__)
extern const CellLoopsI16 kCellLoopsI16Avx2;
extern const CellLoopsI16 kCellLoopsI16Avx512;
#endif

}  // namespace slipway::interpreter
