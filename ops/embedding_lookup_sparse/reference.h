#pragma once

#include "ops/embedding_lookup_sparse/embedding_lookup_sparse.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const EmbeddingLookupSparse& op, RefArgs<T>& a) {
  const std::vector<int64_t>&ids = a.Ints(0), &indices = a.Ints(1), &dims = a.Ints(2);
  RefView<T> weights = a.In(3), params = a.In(4);
  Result<Shape> shape = CombinedShape(dims, params.shape);
  if (!shape.ok()) return a.Fail(shape.status().message());  // embedding_lookup_sparse_c1
  if (!a.Resize(0, *shape)) return;
  RefView<T> y = a.Out(0);
  CombinedPlaces places{{dims.begin(), dims.end() - 1}};
  int64_t row = params.shape.Elements(1, params.shape.rank()), rows = params.shape[0];
  CombinedWeights<T> combined;
  for (int64_t n = 0; n < weights.size(); ++n) {
    int64_t id = ids[static_cast<size_t>(n)], at = places.At(indices, n);
    if (id < 0 || id >= rows) return a.Fail(StrCat("ids[", n, "] = ", id, " is not in [0, ", rows, ")"));
    if (at < 0) return a.Fail(StrCat("indices[", n, "] is not in the shape"));  // embedding_lookup_sparse_c3
    combined.Add(weights[n]);
    for (int64_t k = 0; k < row; ++k) y[at * row + k] = y[at * row + k] + params[id * row + k] * weights[n];
    if (n + 1 < weights.size() && places.At(indices, n + 1) == at) continue;
    for (int64_t k = 0; k < row && op.combiner != Combiner::kSum; ++k)
      y[at * row + k] = y[at * row + k] / combined.Divisor(op.combiner);
    combined = {};
  }
}

}  // namespace slipway::ops
