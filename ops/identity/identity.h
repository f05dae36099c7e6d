#pragma once
// Identity: x. Also TFLite's DENSIFY, since sparse constants are expanded where they are read.
//   operands: x
//
// C1 one operand
// C2 type(y) = type(x)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Identity {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr bool kView = true;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Status FromTflite(const TfliteOperator&, Identity*);
};

Result<TensorTypes> Infer(const Identity&, Inputs);
Status ToTf(const Identity&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Identity&, interpreter::PrepareContext&);
void Grad(const Identity&, train::GradContext&);

}  // namespace slipway::ops
