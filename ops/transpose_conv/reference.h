#pragma once

#include "ops/convolution.h"
#include "ops/reference.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

template <class T>
void Reference(const TransposeConv& op, RefArgs<T>& a) {
  if (!ResizeTo(a, a.Ints(0))) return;
  RefView<T> filter = a.In(1), x = a.In(2), y = a.Out(0);
  FilterDims f = TransposeConvFilterDims(filter.shape, op.layout);
  if (y.dim(0) != x.dim(0) || y.dim(3) != f.out * op.groups)
    return a.Fail(StrCat("output_shape ", y.shape, " does not fit x ", x.shape, " and filter ", filter.shape));
  ConvGeometry g = MakeGeometry(y.shape, x.shape, f.h, f.w, WindowOf(op));
  int64_t group_in = f.in / op.groups;
  bool tf = op.layout == FilterLayout::kTf;
  for (int64_t n = 0; n < g.batch; ++n)
    for (int64_t oh = 0; oh < g.out_h; ++oh)
      for (int64_t ow = 0; ow < g.out_w; ++ow)
        ForWindow(g, oh, ow, [&](int64_t kh, int64_t kw, int64_t ih, int64_t iw) {
          for (int64_t i = 0; i < f.in; ++i)
            for (int64_t o = 0; o < f.out; ++o)
              y[y.At({n, ih, iw, i / group_in * f.out + o})] +=
                  x[x.At({n, oh, ow, i})] * filter[tf ? filter.At({kh, kw, o, i}) : filter.At({o, kh, kw, i})];
        });
  for (int64_t k = 0; k < y.size(); ++k) {
    T sum = y[k];
    if (a.Has(3)) sum += a.In(3)[k % g.in_c];
    y[k] = Activate(op.activation, sum);
  }
}

}  // namespace slipway::ops
