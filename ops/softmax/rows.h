#pragma once
// One row of softmax and its relatives over f32, compiled once per instruction set; y may be x, n >= 1.

#include <cstdint>

#include "base/cpu.h"

namespace slipway::ops {

struct SoftmaxRows {
  // y = softmax(beta x).
  void (*softmax)(const float* x, float* y, int64_t n, float beta) = nullptr;
  // y = log softmax(x).
  void (*log_softmax)(const float* x, float* y, int64_t n) = nullptr;
};

SoftmaxRows SoftmaxRowsOf(Isa);

#if defined(__x86_64__)
SoftmaxRows SoftmaxRowsAvx2();
SoftmaxRows SoftmaxRowsAvx512();
#endif

}  // namespace slipway::ops
