#pragma once

#include "ops/convolution.h"
#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DepthwiseConv2DBackwardInput& op, RefArgs<T>& a) {
  if (!ResizeTo(a, a.Ints(0))) return;
  RefView<T> filter = a.In(1), dy = a.In(2), dx = a.Out(0);
  if (dx.dim(0) != dy.dim(0) || dx.dim(3) != filter.dim(2)) return a.Fail("input_shape does not fit");
  ConvGeometry g = MakeGeometry(dx.shape, dy.shape, filter.dim(0), filter.dim(1), WindowOf(op));
  int64_t multiplier = filter.dim(3);
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        ForWindow(g, oh, ow, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
          for (int64_t o = 0; o < g.out_c; ++o)
            dx[dx.At({n, ih, iw, o / multiplier})] +=
                dy[dy.At({n, oh, ow, o})] * filter[(kh * g.filter_w + kw) * g.out_c + o];
        });
}

}  // namespace slipway::ops
