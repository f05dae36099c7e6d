#pragma once

#include "ops/fake_quant/fake_quant.h"
#include "ops/fake_quant_backward/fake_quant_backward.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const FakeQuantBackward& op, RefArgs<T>& a) {
  RefView<T> dy = a.In(0), x = a.In(1), lo = a.In(2), hi = a.In(3), dx = a.Out(0), dmin = a.Out(1), dmax = a.Out(2);
  int axis = op.axis < 0 ? op.axis + x.shape.rank() : op.axis;
  int64_t inner = axis < 0 ? 1 : x.shape.Elements(axis + 1, x.shape.rank());
  for (T& v : dmin.v) v = T(0);
  for (T& v : dmax.v) v = T(0);
  for (int64_t i = 0; i < x.size(); ++i) {
    int64_t c = lo.size() == 1 ? 0 : i / inner % x.dim(axis);
    NudgedRange r = Nudge(static_cast<float>(static_cast<double>(lo[c])),
                          static_cast<float>(static_cast<double>(hi[c])), op.num_bits, op.narrow_range);
    bool below = x[i]<T(r.min), above = x[i]> T(r.max);
    dx[i] = below || above ? T(0) : dy[i];
    if (below) dmin[c] += dy[i];
    if (above) dmax[c] += dy[i];
  }
}

}  // namespace slipway::ops
