#include "train/nn/regularizer.h"

#include "train/nn/arithmetic.h"

namespace slipway::train::nn {

std::optional<Regularizer> RegularizerByName(std::string_view name) {
  if (name == "L1" || name == "l1") return Regularizer{.l1 = 0.01};
  if (name == "L2" || name == "l2") return Regularizer{.l2 = 0.01};
  if (name == "L1L2" || name == "l1l2") return Regularizer{};
  return std::nullopt;
}

Value Penalty(const std::vector<RegularizedVariable>& variables) {
  Value sum;
  auto add = [&](const Value& v) { sum = sum.absent() ? v : sum + v; };
  for (const auto& [variable, r] : variables) {
    Value w = Read(variable);
    if (r.l1 != 0) add(r.l1 * Sum(Abs(w)));
    if (r.l2 != 0) add(r.l2 * Sum(Square(w)));
  }
  return sum;
}

}  // namespace slipway::train::nn
