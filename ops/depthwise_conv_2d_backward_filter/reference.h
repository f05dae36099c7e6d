#pragma once

#include "ops/convolution.h"
#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DepthwiseConv2DBackwardFilter& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), dy = a.In(2);
  if (!ResizeTo(a, a.Ints(1))) return;
  RefView<T> df = a.Out(0);
  if (df.dim(2) != x.dim(3) || df.dim(2) * df.dim(3) != dy.dim(3)) return a.Fail("filter_shape does not fit");
  ConvGeometry g = MakeGeometry(x.shape, dy.shape, df.dim(0), df.dim(1), WindowOf(op));
  int64_t multiplier = df.dim(3);
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        ForWindow(g, oh, ow, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
          for (int64_t o = 0; o < g.out_c; ++o)
            df[(kh * g.filter_w + kw) * g.out_c + o] +=
                x[x.At({n, ih, iw, o / multiplier})] * dy[dy.At({n, oh, ow, o})];
        });
}

}  // namespace slipway::ops
