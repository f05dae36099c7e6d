#pragma once
// Pad: x with paddings[i][0] elements before and paddings[i][1] after it along axis i. They hold `value`; without it
// they hold 0 (the zero point of a quantized result, "" for strings).
//   operands: x, paddings, value (optional)
//
// C1 paddings holds integers and has shape [rank(x), 2]
// C2 paddings are not negative
// C3 value has one element and dtype(value) = dtype(x)
// C4 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Pad {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Pad*);
};

Result<TensorTypes> Infer(const Pad&, Inputs);
Status ToTf(const Pad&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Pad&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Pad&, interpreter::PrepareContext&);
Status ToXnn(const Pad&, interpreter::XnnBuilder&);
void Grad(const Pad&, train::GradContext&);
// The shape of y for paddings [rank, 2] in row-major order.
Result<Shape> PaddedShape(const Shape& x, std::span<const int64_t> paddings);
// C1, C2 and the shape of y for the operands x and paddings of a padding op.
Result<Shape> InferPaddedShape(Inputs);

}  // namespace slipway::ops
