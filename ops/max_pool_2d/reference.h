#pragma once

#include "ops/convolution.h"
#include "ops/max_pool_2d/max_pool_2d.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MaxPool2D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  ConvGeometry g = MakeGeometry(x.shape, y.shape, op.filter_h, op.filter_w, WindowOf(op));
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        for (int64_t c = 0; c < g.out_c; ++c) {
          T largest = T(0);
          bool first = true;
          ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t ih, int64_t iw) {
            const T& v = x[x.At({n, ih, iw, c})];
            if (first || largest < v) largest = v;
            first = false;
          });
          y[y.At({n, oh, ow, c})] = Activate(op.activation, largest);
        }
}

}  // namespace slipway::ops
