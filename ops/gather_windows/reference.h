#pragma once

#include <algorithm>

#include "ops/gather_windows/gather_windows.h"
#include "ops/reference.h"
#include "ops/window_indices.h"

namespace slipway::ops {

template <class T>
void Reference(const GatherWindows& op, RefArgs<T>& a) {
  RefView<T> x = a.In(0), y = a.Out(0);
  const std::vector<int64_t>& indices = a.Ints(1);
  IndexVectors vectors = VectorsOf(a.in_shape(1), op.index_vector_dim);
  std::vector<int64_t> kept = OtherAxes(op.collapsed_slice_dims, x.shape.rank());
  std::vector<int64_t> batch_axes = OtherAxes(op.offset_dims, y.shape.rank());
  ForEachIndex(y.shape, [&](const std::vector<int64_t>& at) {
    std::vector<int64_t> batch, from(static_cast<size_t>(x.shape.rank()), 0);
    for (int64_t axis : batch_axes) batch.push_back(at[static_cast<size_t>(axis)]);
    int64_t first = vectors.First(batch);
    for (size_t k = 0; k < op.start_index_map.size(); ++k) {
      size_t axis = static_cast<size_t>(op.start_index_map[k]);
      int64_t start = indices[static_cast<size_t>(first + static_cast<int64_t>(k) * vectors.stride)];
      from[axis] = std::clamp<int64_t>(start, 0, x.shape[static_cast<int>(axis)] - op.slice_sizes[axis]);
    }
    for (size_t i = 0; i < kept.size(); ++i)
      from[static_cast<size_t>(kept[i])] += at[static_cast<size_t>(op.offset_dims[i])];
    y[y.At(at)] = x[x.At(from)];
  });
}

}  // namespace slipway::ops
