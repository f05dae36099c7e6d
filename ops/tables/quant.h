#pragma once
// What quantization asks of any op, for code that does not know it.

#include "base/tensor.h"
#include "ops/op.h"
#include "ops/quant_rule.h"

namespace slipway::ops {

// The rule in the op's header; all false where it states none.
QuantRule QuantRuleOf(const Op&);
// The quantization that a result of `dtype` must have, for ops whose rule says fixed_output.
Quantization OutputQuantOf(const Op&, DType dtype);

}  // namespace slipway::ops
