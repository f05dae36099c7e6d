#pragma once

#include "ops/convolution.h"
#include "ops/max_pool_2d_backward/max_pool_2d_backward.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const MaxPool2DBackward& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), dy = a.In(2), dx = a.Out(0);
  ConvGeometry g = MakeGeometry(x.shape, dy.shape, op.filter_h, op.filter_w, WindowOf(op));
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        for (int64_t c = 0; c < g.out_c; ++c) {
          int64_t best = -1;
          ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t ih, int64_t iw) {
            int64_t at = x.At({n, ih, iw, c});
            if (best < 0 || x[best] < x[at]) best = at;
          });
          if (best >= 0) dx[best] += dy[dy.At({n, oh, ow, c})];
        }
}

}  // namespace slipway::ops
