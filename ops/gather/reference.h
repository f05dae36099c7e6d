#pragma once

#include "ops/gather/gather.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Gather& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& indices = a.Ints(1);
  const Shape &xs = a.in_shape(0), &is = a.in_shape(1);
  GatherAxes axes = *NormalizeGather(op, xs.rank(), is.rank());
  int64_t batches = xs.Elements(0, axes.batch_dims), outer = xs.Elements(axes.batch_dims, axes.axis);
  int64_t n = xs[axes.axis], inner = xs.Elements(axes.axis + 1, xs.rank());
  int64_t picks = is.Elements(axes.batch_dims, is.rank()), to = 0;
  for (int64_t b = 0; b < batches; ++b)
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t p = 0; p < picks; ++p)
        for (int64_t k = 0; k < inner; ++k) {
          int64_t index = indices[static_cast<size_t>(b * picks + p)];
          if (index < 0 || index >= n) return a.Fail(StrCat("index ", index, " is not in [0, ", n, ")"));  // gather_c4
          y[to++] = x[((b * outer + o) * n + index) * inner + k];
        }
}

}  // namespace slipway::ops
