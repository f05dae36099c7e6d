#pragma once
// State operands of cases.

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

}  // namespace slipway::ops
