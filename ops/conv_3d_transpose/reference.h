#pragma once

#include "ops/conv_3d_transpose/conv_3d_transpose.h"
#include "ops/convolution.h"
#include "ops/convolution_3d.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Conv3DTranspose& op, RefArgs<T>& a) {
  RefView<T> filter = a.In(1), x = a.In(2), y = a.Out(0);
  Conv3DGeometry g = MakeGeometry3D(WindowsOf(op, y.shape, filter.shape), y.shape, x.shape);
  int64_t image = g.in[0] * g.in[1] * g.in[2];
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& at) {
    ForWindow3D(g, at[1], at[2], at[3], [&](int64_t tap, int64_t pixel) {
      for (int64_t o = 0; o < g.in_c; ++o)
        y[(at[0] * image + pixel) * g.in_c + o] += x[x.At(at)] * filter[(tap * g.in_c + o) * g.out_c + at[4]];
    });
  });
  for (int64_t k = 0; k < y.size(); ++k) y[k] = Activate(op.activation, a.Has(3) ? y[k] + a.In(3)[k % g.in_c] : y[k]);
}

}  // namespace slipway::ops
