#pragma once

#include "ops/average_pool_2d_backward/average_pool_2d_backward.h"
#include "ops/convolution.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const AveragePool2DBackward& op, RefArgs<T>& a) {
  if (!ResizeTo(a, a.Ints(0))) return;
  RefView<T> dy = a.In(1), dx = a.Out(0);
  if (dx.dim(0) != dy.dim(0) || dx.dim(3) != dy.dim(3)) return a.Fail("input_shape does not fit");
  ConvGeometry g = MakeGeometry(dx.shape, dy.shape, op.filter_h, op.filter_w, WindowOf(op));
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow) {
        int count = 0;
        ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t, int64_t) { ++count; });
        for (int64_t c = 0; c < g.out_c; ++c)
          ForWindow(g, oh, ow, [&](int64_t, int64_t, int64_t ih, int64_t iw) {
            dx[dx.At({n, ih, iw, c})] += dy[dy.At({n, oh, ow, c})] / T(count);
          });
      }
}

}  // namespace slipway::ops
