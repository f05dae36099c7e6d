#pragma once

#include "ops/embedding_lookup/embedding_lookup.h"
#include "ops/reference.h"

namespace slipway::ops {

// Of the table as it is: quantized ones are real numbers by then.
template <class T>
void Reference(const EmbeddingLookup&, RefArgs<T>& a) {
  RefView<T> params = a.In(1), y = a.Out(0);
  const std::vector<int64_t>& ids = a.Ints(0);
  int64_t rows = params.shape[0], row = params.shape.Elements(1, params.shape.rank());
  for (int64_t i = 0; i < static_cast<int64_t>(ids.size()); ++i) {
    int64_t id = ids[static_cast<size_t>(i)];
    if (id < 0 || id >= rows)
      return a.Fail(StrCat("ids[", i, "] = ", id, " is not in [0, ", rows, ")"));  // embedding_lookup_c3
    for (int64_t k = 0; k < row; ++k) y[i * row + k] = params[id * row + k];
  }
}

}  // namespace slipway::ops
