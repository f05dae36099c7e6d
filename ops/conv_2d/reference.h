#pragma once

#include "ops/conv_2d/conv_2d.h"
#include "ops/convolution.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Conv2D& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), filter = a.In(1), y = a.Out(0);
  FilterDims f = ConvFilterDims(filter.shape, op.layout);
  ConvGeometry g = MakeGeometry(x.shape, y.shape, f.h, f.w, WindowOf(op));
  int64_t groups = g.in_c / f.in;
  int64_t group_out = groups ? g.out_c / groups : 0;
  bool tf = op.layout == FilterLayout::kTf;
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        for (int64_t o = 0; o < g.out_c; ++o) {
          T sum = T(0);
          ForWindow(g, oh, ow, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
            for (int64_t i = 0; i < f.in; ++i) {
              int64_t c = group_out ? o / group_out * f.in + i : i;
              sum += x[x.At({n, ih, iw, c})] * filter[tf ? filter.At({kh, kw, i, o}) : filter.At({o, kh, kw, i})];
            }
          });
          if (a.Has(2)) sum += a.In(2)[o];
          y[y.At({n, oh, ow, o})] = Activate(op.activation, sum);
        }
}

}  // namespace slipway::ops
