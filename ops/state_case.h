#pragma once
// State operands of cases, and cases of layers with weights that are computed.

#include <algorithm>
#include <string_view>

#include "base/status.h"
#include "ops/cases.h"

namespace slipway::ops {

// A state (ops/states.h) after a reset: zeros, in codes too, but an int8 one holds its zero point.
inline CaseInput State(Shape shape, DType dtype = DType::kF32, Quantization quant = {}) {
  Tensor zeros(TensorType(dtype, shape, std::move(quant)));
  const Quantization& q = zeros.type().quant;
  if (dtype == DType::kI8 && !q.empty())
    for (int8_t& code : zeros.as<int8_t>()) code = static_cast<int8_t>(q.zero_point[0]);
  return Given(std::move(zeros));
}

// Case `name` once more, with quantized weights that are computed.
inline void AddComputedWeights(std::string_view name, std::vector<Case>* cases) {
  auto same = std::find_if(cases->begin(), cases->end(), [&](const Case& c) { return c.name == name; });
  CHECK(same != cases->end());
  Case copy = *same;
  copy.name += "_computed_weights";  // other elements, so not what was recorded
  copy.expected.clear();
  for (CaseInput& in : copy.inputs)
    if (!in.type.quant.empty()) in.constant = false;
  cases->push_back(std::move(copy));
}

}  // namespace slipway::ops
