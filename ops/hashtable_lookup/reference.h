#pragma once

#include <algorithm>

#include "ops/hashtable_lookup/hashtable_lookup.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const HashtableLookup&, RefArgs<T>& a) {
  const std::vector<int64_t>&lookup = a.Ints(0), &keys = a.Ints(1);
  RefView<T> values = a.In(2), y = a.Out(0);
  int64_t row = values.shape.Elements(1, values.shape.rank());
  for (size_t i = 0; i < lookup.size(); ++i) {
    auto it = std::lower_bound(keys.begin(), keys.end(), lookup[i]);
    bool hit = it != keys.end() && *it == lookup[i];
    a.OutInts(1)[i] = hit;
    for (int64_t k = 0; k < row; ++k)
      y[static_cast<int64_t>(i) * row + k] = hit ? values[(it - keys.begin()) * row + k] : T();
  }
}

}  // namespace slipway::ops
