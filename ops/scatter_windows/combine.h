#pragma once

#include "ops/scalar.h"
#include "ops/scatter_windows/scatter_windows.h"
#include "ops/window_indices.h"

namespace slipway::ops {

template <class N>
N CombineScattered(ScatterFunction function, const N& old, const N& update) {
  switch (function) {
    case ScatterFunction::kAdd:
      return old + update;
    case ScatterFunction::kMul:
      return old * update;
    case ScatterFunction::kMinimum:
      return scalar::minimum(old, update);
    case ScatterFunction::kMaximum:
      return scalar::maximum(old, update);
    case ScatterFunction::kReplace:
      break;
  }
  return update;
}

// Where the elements of updates go.
struct ScatterPlan {
  IndexVectors vectors;
  Shape x, updates;
  std::vector<int64_t> batch_axes, window_axes, kept, map;

  ScatterPlan() = default;
  ScatterPlan(const ScatterWindows& op, const Shape& x_shape, const Shape& indices, const Shape& update_shape)
      : vectors(VectorsOf(indices, op.index_vector_dim)),
        x(x_shape),
        updates(update_shape),
        batch_axes(OtherAxes(op.update_window_dims, update_shape.rank())),
        window_axes(op.update_window_dims),
        kept(OtherAxes(op.inserted_window_dims, x_shape.rank())),
        map(op.scatter_dims_to_operand_dims) {}

  // Calls f(element of updates, element of x) in order. index(i): element i of the indices.
  template <class Index, class F>
  void ForEach(const Index& index, const F& f) const {
    std::vector<int64_t> at(static_cast<size_t>(updates.rank()), 0), batch(batch_axes.size());
    for (int64_t u = 0, n = updates.Elements(); u < n; ++u) {
      for (size_t i = 0; i < batch.size(); ++i) batch[i] = at[static_cast<size_t>(batch_axes[i])];
      int64_t to[kMaxRank] = {}, first = vectors.First(batch), offset = 0;
      for (size_t k = 0; k < map.size(); ++k) to[map[k]] = index(first + static_cast<int64_t>(k) * vectors.stride);
      for (size_t i = 0; i < kept.size(); ++i)
        if (to[kept[i]] < INT64_MAX - at[static_cast<size_t>(window_axes[i])])  // else it is outside already
          to[kept[i]] += at[static_cast<size_t>(window_axes[i])];
      bool inside = true;
      for (int i = 0; i < x.rank(); ++i) {
        inside &= to[i] >= 0 && to[i] < x[i];
        offset = offset * x[i] + (inside ? to[i] : 0);
      }
      if (inside) f(u, offset);
      for (int i = updates.rank() - 1; i >= 0 && ++at[static_cast<size_t>(i)] == updates[i]; --i)
        at[static_cast<size_t>(i)] = 0;
    }
  }
};

}  // namespace slipway::ops
