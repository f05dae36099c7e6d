#pragma once
// Prelu:  y = x where x > 0, else alpha x.  Operands x and alpha, which broadcasts to x's shape.
//
// C1 dtype(x) is a float type, i8, u8 or i16
// C2 dtype(alpha) = dtype(x), but i8 for i16
// C3 the shapes broadcast, and to shape(x)
// C4 type(y) = type(x), but for quantization

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Prelu {
  static void Fields(auto&, auto&&) {}
  static constexpr bool kRowWise = true;
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {.int8 = true};
  static Status FromTflite(const TfliteOperator&, Prelu*);
};

Result<TensorTypes> Infer(const Prelu&, Inputs);
Result<TfliteForm> ToTflite(const Prelu&, const TfliteTypes&);
Status ToTf(const Prelu&, wire::TfExporter&);
Result<interpreter::Kernel> Prepare(const Prelu&, interpreter::PrepareContext&);
Status ToXnn(const Prelu&, interpreter::XnnBuilder&);
void Grad(const Prelu&, train::GradContext&);

}  // namespace slipway::ops
