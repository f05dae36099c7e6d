#pragma once
// Dilate: elements set apart by `value`:  y[i * dilations] = x[i].
//   operands: x, dilations, value
//
// C1 dilations holds rank(x) integers, at least 1
// C2 value has one element of x's dtype
// C3 dimension i of y = (n - 1) dilation + 1, 0 where n is 0; dtype and quantization are x's

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Dilate {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Status FromTflite(const TfliteOperator&, Dilate*);
};

Result<TensorTypes> Infer(const Dilate&, Inputs);
Result<TfliteForm> ToTflite(const Dilate&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Dilate&, interpreter::PrepareContext&);

}  // namespace slipway::ops
