#pragma once

#include "ops/reference.h"
#include "ops/transpose_conv_bias/transpose_conv_bias.h"

namespace slipway::ops {

template <class T>
void Reference(const TransposeConvBias& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), filter = a.In(1), bias = a.In(2), y = a.Out(0);
  int64_t top = TransposeConvBiasCut(op.padding, x.dim(1), filter.dim(1), op.stride_h) / 2;
  int64_t left = TransposeConvBiasCut(op.padding, x.dim(2), filter.dim(2), op.stride_w) / 2;
  for (int64_t k = 0; k < y.size(); ++k) y[k] = bias[k % y.dim(3)];
  ForEachIndex(x.shape, [&](const std::vector<int64_t>& at) {
    ForEachIndex(filter.shape, [&](const std::vector<int64_t>& f) {
      int64_t h = at[1] * op.stride_h - top + f[1], w = at[2] * op.stride_w - left + f[2];
      if (f[3] != at[3] || h < 0 || h >= y.dim(1) || w < 0 || w >= y.dim(2)) return;
      y[y.At({at[0], h, w, f[0]})] += x[x.At(at)] * filter[filter.At(f)];
    });
  });
}

}  // namespace slipway::ops
