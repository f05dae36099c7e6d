#pragma once
// LeakyRelu:  y_i = x_i where x_i > 0, else alpha x_i.
//
// C1 dtype(x) is a float type, i8, u8 or i16
// C2 type(y) = type(x), but for quantization

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct LeakyRelu {
  float alpha = 0.2f;

  static void Fields(auto& op, auto&& f) { f("alpha", op.alpha); }
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, LeakyRelu*);
};

Result<TensorTypes> Infer(const LeakyRelu&, Inputs);
Result<TfliteForm> ToTflite(const LeakyRelu&, const TfliteTypes&);
Status ToTf(const LeakyRelu&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const LeakyRelu&, interpreter::PrepareContext&);
Status ToXnn(const LeakyRelu&, interpreter::XnnBuilder&);
void Grad(const LeakyRelu&, train::GradContext&);

}  // namespace slipway::ops
