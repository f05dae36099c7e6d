#pragma once

#include "ops/non_max_suppression/non_max_suppression.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const NonMaxSuppression& op, RefArgs<T>& a) {
  auto floats = [&](int i) {
    std::vector<float> v;
    for (const T& x : a.In(i).v) v.push_back(static_cast<float>(static_cast<double>(x)));
    return v;
  };
  BoxLimits limits{a.Ints(2)[0], floats(3)[0], floats(4)[0], op.soft ? floats(5)[0] : 0.0f};
  if (const char* why = RefusedLimits(limits)) return a.Fail(why);
  ChosenBoxes chosen = ChooseBoxes(floats(0).data(), floats(1).data(), a.in_shape(1)[0], limits);
  int count = op.soft ? 2 : 1;
  a.OutInts(count)[0] = static_cast<int64_t>(chosen.indices.size());
  for (size_t i = 0; i < chosen.indices.size(); ++i) {
    a.OutInts(0)[i] = chosen.indices[i];
    if (op.soft) a.Out(1)[static_cast<int64_t>(i)] = T(chosen.scores[i]);
  }
}

}  // namespace slipway::ops
