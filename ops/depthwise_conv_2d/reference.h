#pragma once

#include "ops/convolution.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const DepthwiseConv2D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), filter = a.In(1), y = a.Out(0);
  FilterDims f = DepthwiseFilterDims(filter.shape, op.layout);
  ConvGeometry g = MakeGeometry(x.shape, y.shape, f.h, f.w, WindowOf(op));
  int64_t multiplier = g.in_c ? g.out_c / g.in_c : 0;
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        for (int64_t o = 0; o < g.out_c; ++o) {
          T sum = T(0);
          ForWindow(g, oh, ow, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
            sum += x[x.At({n, ih, iw, o / multiplier})] * filter[(kh * f.w + kw) * f.out + o];
          });
          if (a.Has(2)) sum += a.In(2)[o];
          y[y.At({n, oh, ow, o})] = Activate(op.activation, sum);
        }
}

}  // namespace slipway::ops
