#pragma once
#include <cmath>

#include "ops/fake_quant/fake_quant.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const FakeQuant& op, RefArgs<T>& a) {
  using std::floor;
  RefView<T> x = a.In(0), y = a.Out(0);
  auto at = [&](int operand, float attribute, int64_t channel) {
    if (!a.Has(operand)) return attribute;
    RefView<T> v = a.In(operand);
    return static_cast<float>(static_cast<double>(v[v.size() == 1 ? 0 : channel]));
  };
  int axis = op.axis < 0 ? op.axis + x.shape.rank() : op.axis;
  int64_t inner = axis < 0 ? 1 : x.shape.Elements(axis + 1, x.shape.rank());
  for (int64_t i = 0; i < x.size(); ++i) {
    int64_t channel = axis < 0 ? 0 : i / inner % x.dim(axis);
    NudgedRange r = Nudge(at(1, op.min, channel), at(2, op.max, channel), op.num_bits, op.narrow_range);
    T clamped = x[i] > T(r.max) ? T(r.max) : x[i] < T(r.min) ? T(r.min) : x[i];
    T steps = floor((clamped - T(r.min)) * T(r.inverse_scale) - T(r.zero) + T(0.5));
    y[i] = r.scale == 0 ? T(0) : steps * T(r.scale);
  }
}

}  // namespace slipway::ops
