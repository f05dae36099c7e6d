#pragma once
// Pack: the operands as the slices of a new axis, which is dimension `axis` of y.
//   operands: x0, x1, ... (at least one)
//
// C1 at least one operand, none absent
// C2 all operands have one dtype and one shape
// C3 axis in [-rank(y), rank(y)), rank(y) = rank(x0) + 1
// C4 dtype(y) = dtype(x0); a quantized result carries quantization where all operands agree on one scale

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Pack {
  int axis = 0;

  static void Fields(auto& op, auto&& f) { f("axis", op.axis); }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Pack*);
};

Result<TensorTypes> Infer(const Pack&, Inputs);
Status ToTf(const Pack&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Pack&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Pack&, interpreter::PrepareContext&);
void Grad(const Pack&, train::GradContext&);

}  // namespace slipway::ops
