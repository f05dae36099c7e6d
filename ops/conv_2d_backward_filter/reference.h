#pragma once

#include "ops/conv_2d_backward_filter/conv_2d_backward_filter.h"
#include "ops/convolution.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Conv2DBackwardFilter& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), dy = a.In(2);
  if (!ResizeTo(a, a.Ints(1))) return;
  RefView<T> df = a.Out(0);
  FilterDims f = ConvFilterDims(df.shape, FilterLayout::kTf);
  if (f.in < 1 || x.dim(3) % f.in != 0 || f.out != dy.dim(3)) return a.Fail("filter_shape does not fit");
  ConvGeometry g = MakeGeometry(x.shape, dy.shape, f.h, f.w, WindowOf(op));
  int64_t groups = g.in_c / f.in;
  if (groups == 0 || f.out % groups != 0 || f.out == 0) return;
  int64_t group_out = f.out / groups;
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        ForWindow(g, oh, ow, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
          for (int64_t i = 0; i < f.in; ++i)
            for (int64_t o = 0; o < f.out; ++o)
              df[df.At({kh, kw, i, o})] += x[x.At({n, ih, iw, o / group_out * f.in + i})] * dy[dy.At({n, oh, ow, o})];
        });
}

}  // namespace slipway::ops
