#pragma once
// Concat: the operands one after another along `axis`.
//   operands: x0, x1, ... (at least one)
//
// C1 at least one operand, none absent
// C2 all operands have one dtype
// C3 axis in [-rank, rank), so rank >= 1
// C4 shapes are equal but for dimension `axis`
// C5 only f32, i8, u8 and i16 can have an activation, one that clamps
// C6 dtype(y) = dtype(x0); a quantized result carries quantization where all operands agree on one scale

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Concat {
  int axis = 0;
  Activation activation = Activation::kNone;

  static void Fields(auto& op, auto&& f) {
    f("axis", op.axis);
    f("activation", op.activation);
  }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Concat*);
};

Result<TensorTypes> Infer(const Concat&, Inputs);
Status ToTf(const Concat&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Concat&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Concat&, interpreter::PrepareContext&);
void Grad(const Concat&, train::GradContext&);

}  // namespace slipway::ops
