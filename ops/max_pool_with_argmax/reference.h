#pragma once

#include "ops/convolution.h"
#include "ops/max_pool_with_argmax/max_pool_with_argmax.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MaxPoolWithArgmax& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  ConvGeometry g = MakeGeometry(x.shape, y.shape, op.filter_h, op.filter_w, WindowOf(op));
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& at) {
    T best = T(0);
    int64_t where = -1;
    ForWindow(g, at[1], at[2], [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
      T v = x[x.At({at[0], ih, iw, at[3]})];
      if (where >= 0 && !(v > best)) return;
      best = v;
      where = kh * g.filter_w + kw;
    });
    y[y.At(at)] = Activate(op.activation, best);
    if (op.index_type == DType::kF32)
      a.Out(1)[y.At(at)] = T(static_cast<float>(where) + kIndexMargin);
    else
      a.OutInts(1)[static_cast<size_t>(y.At(at))] = where;
  });
}

}  // namespace slipway::ops
