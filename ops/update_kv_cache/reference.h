#pragma once

#include "ops/reference.h"
#include "ops/update_kv_cache/update_kv_cache.h"

namespace slipway::ops {

template <class T>
void Reference(const UpdateKvCache&, RefArgs<T>& a) {
  const std::vector<int64_t>& positions = a.Ints(2);
  const int64_t batch = a.in_shape(0)[0], places = a.in_shape(0)[1], steps = a.in_shape(3)[1];
  for (int cache = 0; cache < 2; ++cache) {
    RefView<T> from = a.In(cache), slice = a.In(3 + cache), y = a.Out(cache);
    for (int64_t i = 0; i < y.size(); ++i) y[i] = from[i];
    const int64_t inner = a.in_shape(0).Elements(2, a.in_shape(0).rank());
    int64_t last = 0;
    for (int64_t t = 0; t < steps; ++t) {
      int64_t at = positions[static_cast<size_t>(t)];
      if (t > 0 && at < last) break;
      if (at < 0 || at >= places)
        return a.Fail(StrCat("position ", at, " is not in [0, ", places, ")"));  // update_kv_cache_c4
      last = at;
      for (int64_t b = 0; b < batch; ++b)
        for (int64_t i = 0; i < inner; ++i) y[(b * places + at) * inner + i] = slice[(b * steps + t) * inner + i];
    }
  }
}

}  // namespace slipway::ops
