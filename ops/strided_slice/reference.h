#pragma once

#include "ops/reference.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ops {

template <class T>
void Reference(const StridedSlice& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  Result<StridedBox> box =
      ResolveStridedSlice(op, x.shape, static_cast<int>(a.Ints(1).size()), a.Ints(1), a.Ints(2), a.Ints(3));
  if (!box.ok()) return a.Fail(box.status().message());
  int64_t to = 0;
  ForEachIndex(Shape(std::span<const int64_t>(box->size, static_cast<size_t>(x.shape.rank()))),
               [&](std::vector<int64_t> index) {
                 for (size_t i = 0; i < index.size(); ++i) index[i] = box->begin[i] + index[i] * box->stride[i];
                 y[to++] = x[x.At(index)];
               });
}

}  // namespace slipway::ops
