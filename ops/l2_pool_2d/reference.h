#pragma once

#include "ops/convolution.h"
#include "ops/l2_pool_2d/l2_pool_2d.h"
#include "ops/reference.h"

namespace slipway::ops {

using std::sqrt;

template <class T>
void Reference(const L2Pool2D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  ConvGeometry g = MakeGeometry(x.shape, y.shape, op.filter_h, op.filter_w, WindowOf(op));
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        for (int64_t c = 0; c < g.out_c; ++c) {
          T sum = T(0);
          int count = 0;
          ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t ih, int64_t iw) {
            T v = x[x.At({n, ih, iw, c})];
            sum += v * v;
            ++count;
          });
          y[y.At({n, oh, ow, c})] = Activate(op.activation, sqrt(sum / T(count)));
        }
}

}  // namespace slipway::ops
