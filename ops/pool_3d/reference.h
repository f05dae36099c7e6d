#pragma once

#include "ops/convolution_3d.h"
#include "ops/pool_3d/pool_3d.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Pool3D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  Conv3DGeometry g = MakeGeometry3D(WindowsOf(op, x.shape), x.shape, y.shape);
  int64_t image = g.in[0] * g.in[1] * g.in[2];
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& at) {
    T largest = T(0), sum = T(0);
    int64_t count = 0;
    ForWindow3D(g, at[1], at[2], at[3], [&](int64_t, int64_t pixel) {
      const T& v = x[(at[0] * image + pixel) * g.in_c + at[4]];
      if (count++ == 0 || largest < v) largest = v;
      sum += v;
    });
    y[y.At(at)] = op.kind == Pool3DKind::kMax ? largest : sum / T(static_cast<double>(count));
  });
}

}  // namespace slipway::ops
