#pragma once

#include <algorithm>

#include "ops/reference.h"
#include "ops/unique/unique.h"

namespace slipway::ops {

template <class T>
void Reference(const Unique&, RefArgs<T>& a) {
  std::vector<T> found;
  std::vector<int64_t>& positions = a.OutInts(1);
  positions.clear();
  for (const T& v : a.In(0).v) {
    auto it = std::find_if(found.begin(), found.end(), [&](const T& f) { return f == v; });
    positions.push_back(it - found.begin());
    if (it == found.end()) found.push_back(v);
  }
  if (!a.Resize(0, {static_cast<int64_t>(found.size())})) return;
  std::ranges::copy(found, a.Out(0).v.begin());
}

}  // namespace slipway::ops
