#pragma once

#include "ops/reduce_window/combine.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const ReduceWindow& op, RefArgs<T>& a) {
  using N = std::conditional_t<std::is_same_v<T, int64_t>, Wrapping<int64_t>, T>;
  std::vector<std::vector<int64_t>> operands;
  for (int i = 2; i < a.num_inputs(); ++i) operands.push_back(a.Ints(i));
  std::vector<SweptAxis> axes = *SweepOf(op, a.in_shape(0), operands);
  RefView<T> x = a.In(0), init = a.In(1), y = a.Out(0);
  Shape window = a.in_shape(0);
  for (size_t i = 0; i < axes.size(); ++i) window[static_cast<int>(i)] = axes[i].window;
  VisitWindowFunction<N>(op.function, [&](auto f) {
    ForEachIndex(y.shape, [&](const std::vector<int64_t>& o) {
      N sum = N(init[0]);
      ForEachIndex(window, [&](const std::vector<int64_t>& w) {
        std::vector<int64_t> at(o.size());
        bool inside = true;
        for (size_t i = 0; i < at.size(); ++i) inside &= (at[i] = axes[i].At(o[i], w[i])) >= 0;
        sum = f(sum, N(inside ? x[x.At(at)] : init[0]));
      });
      y[y.At(o)] = static_cast<T>(sum);
    });
  });
}

}  // namespace slipway::ops
