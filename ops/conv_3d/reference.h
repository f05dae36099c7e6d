#pragma once

#include "ops/conv_3d/conv_3d.h"
#include "ops/convolution.h"
#include "ops/convolution_3d.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Conv3D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), filter = a.In(1), y = a.Out(0);
  Conv3DGeometry g = MakeGeometry3D(WindowsOf(op, x.shape, filter.shape), x.shape, y.shape);
  int64_t image = g.in[0] * g.in[1] * g.in[2];
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& at) {
    T sum = a.Has(2) ? a.In(2)[at[4]] : T(0);
    ForWindow3D(g, at[1], at[2], at[3], [&](int64_t tap, int64_t pixel) {
      for (int64_t i = 0; i < g.in_c; ++i)
        sum += x[(at[0] * image + pixel) * g.in_c + i] * filter[(tap * g.in_c + i) * g.out_c + at[4]];
    });
    y[y.At(at)] = Activate(op.activation, sum);
  });
}

}  // namespace slipway::ops
