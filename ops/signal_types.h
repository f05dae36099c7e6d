#pragma once
// Checks that the SignalX operators share.

#include "ops/infer.h"

namespace slipway::ops {

inline Status CheckSignal(Inputs in, int i, const char* name, DType dtype) {
  if (in.dtype(i) != dtype) return BadInput(name, " is ", in.dtype(i), ", expected ", dtype);
  return OkStatus();
}

// The last dimension of operand i; -1 where unknown. Refuses scalars.
inline Result<int64_t> LastDim(Inputs in, int i, const char* name) {
  const Shape& s = in.shape(i);
  if (!s.has_rank()) return int64_t{-1};
  if (s.rank() == 0) return BadInput(name, " is a scalar, expected a vector");
  return s.back();
}

// x's shape with another last dimension.
inline Shape WithLast(const Shape& x, int64_t n) {
  Shape y = x;
  if (y.has_rank() && y.rank() > 0) y[y.rank() - 1] = n;
  return y;
}

}  // namespace slipway::ops
