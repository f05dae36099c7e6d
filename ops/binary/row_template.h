#pragma once
// The rows for vectors of W floats. Included by the kernel files, each compiled for its instruction set; all of it has
// internal linkage, so that no object borrows another one's instructions.

#include "interpreter/math/float_vector.h"
#include "ops/binary/functions.h"
#include "ops/binary/rows.h"

namespace slipway::ops {
namespace {

template <int W, class Pair, bool kStepA, bool kStepB>
void ApplySteps(const float* a, const float* b, float* y, int64_t n) {
  using V = interpreter::FloatVector<W>;
  V first(*a), second(*b);
  int64_t i = 0;
  for (; i + W <= n; i += W) {
    if constexpr (kStepA) first = V::Load(a + i);
    if constexpr (kStepB) second = V::Load(b + i);
    Pair::Value(first, second).Store(y + i);
  }
  if (i == n) return;
  if constexpr (kStepA) first = V::LoadPart(a + i, n - i, 1);
  if constexpr (kStepB) second = V::LoadPart(b + i, n - i, 1);
  Pair::Value(first, second).StorePart(y + i, n - i);
}

template <int W, class Pair>
void ApplyRow(const float* a, const float* b, float* y, int64_t n, int64_t a_step, int64_t b_step) {
  if (n <= 0) return;
  if (a_step && b_step)
    ApplySteps<W, Pair, true, true>(a, b, y, n);
  else if (a_step)
    ApplySteps<W, Pair, true, false>(a, b, y, n);
  else if (b_step)
    ApplySteps<W, Pair, false, true>(a, b, y, n);
  else
    ApplySteps<W, Pair, false, false>(a, b, y, n);
}

template <int W>
BinaryRow RowFor(BinaryKind kind) {
  switch (kind) {
#define BINARY(kind, ...)                                                                                     \
  case BinaryKind::k##kind:                                                                                   \
    if constexpr (scalar::kind##Pair::kTypes < BinaryTypes::kInteger) return ApplyRow<W, scalar::kind##Pair>; \
    break;
#include "ops/binary/kinds.def"
#undef BINARY
  }
  return nullptr;
}

}  // namespace
}  // namespace slipway::ops
