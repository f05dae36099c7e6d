#pragma once
// The body of SlopeRow* for vectors of W floats. Internal linkage.

#include "interpreter/math/float_vector.h"
#include "interpreter/math/slopes.h"

namespace slipway::interpreter {
namespace {

template <int W, bool kStep>
void Slopes(const SlopeRow& r) {
  using V = FloatVector<W>;
  const V one(r.slopes[0]);
  int64_t i = 0;
  for (; i + W <= r.n; i += W) {
    const V x = V::Load(r.x + i), slope = kStep ? V::Load(r.slopes + i) : one;
    where(x > V(0), x, slope * x).Store(r.y + i);
  }
  if (i == r.n) return;
  const V x = V::LoadPart(r.x + i, r.n - i, 0), slope = kStep ? V::LoadPart(r.slopes + i, r.n - i, 0) : one;
  where(x > V(0), x, slope * x).StorePart(r.y + i, r.n - i);
}

template <int W>
void RunSlopes(const SlopeRow& r) {
  if (r.n == 0) return;
  if (r.step)
    Slopes<W, true>(r);
  else
    Slopes<W, false>(r);
}

}  // namespace
}  // namespace slipway::interpreter
