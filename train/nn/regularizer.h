#pragma once
// Penalties on weights, added to the loss in training and evaluation as Keras does: l1 sum |w| + l2 sum w^2.

#include <optional>
#include <string_view>
#include <vector>

#include "train/apply.h"

namespace slipway::train::nn {

struct Regularizer {
  double l1 = 0, l2 = 0;
  bool none() const { return l1 == 0 && l2 == 0; }
  static void Fields(auto& r, auto&& f) {
    f("l1", r.l1);
    f("l2", r.l2);
  }
};

// "L1", "L2" or "L1L2" (or in lower case), with Keras' defaults; nothing if there is none.
std::optional<Regularizer> RegularizerByName(std::string_view name);

struct RegularizedVariable {
  VariablePtr variable;
  Regularizer regularizer;
};
// Their sum, an f32 scalar; absent if there are none.
Value Penalty(const std::vector<RegularizedVariable>& variables);

}  // namespace slipway::train::nn
