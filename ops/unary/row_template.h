#pragma once
// The rows for vectors of W floats. Included by the kernel files, each compiled for its instruction set; all of it has
// internal linkage, so that no object borrows another one's instructions.

#include "interpreter/math/float_vector.h"
#include "ops/unary/functions.h"
#include "ops/unary/rows.h"

namespace slipway::ops {
namespace {

template <int W, class Function>
void ApplyRow(const float* x, float* y, int64_t n) {
  using V = interpreter::FloatVector<W>;
  int64_t i = 0;
  for (; i + W <= n; i += W) Function::Value(V::Load(x + i)).Store(y + i);
  if (i < n) Function::Value(V::LoadPart(x + i, n - i, 1)).StorePart(y + i, n - i);
}

template <int W>
UnaryRow RowFor(UnaryKind kind) {
  switch (kind) {
#define UNARY(kind, ...)                                                                                           \
  case UnaryKind::k##kind:                                                                                         \
    if constexpr (scalar::kind##Function::kTypes != UnaryTypes::kBool) return ApplyRow<W, scalar::kind##Function>; \
    break;
#include "ops/unary/kinds.def"
#undef UNARY
  }
  return nullptr;
}

}  // namespace
}  // namespace slipway::ops
