#pragma once
// Reshape: the same elements in row-major order under another shape.
//   operands: x, shape (optional: then the attribute `shape` counts, as in old .tflite files)
//
// C1 shape holds integers and has rank 1
// C2 shape has at most one -1, which stands for what is left, and nothing below -1
// C3 elements(y) = elements(x)
// C4 a -1 needs the other dimensions to divide elements(x), and none of them to be 0
// C5 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Reshape {
  std::vector<int64_t> shape;

  static void Fields(auto& op, auto&& f) { f("shape", op.shape); }
  using ReferenceTypes = AnyTypes;
  static constexpr bool kView = true;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Reshape*);
};

Result<TensorTypes> Infer(const Reshape&, Inputs);
Status ToTf(const Reshape&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Reshape&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Reshape&, interpreter::PrepareContext&);
void Grad(const Reshape&, train::GradContext&);
// The shape that `wanted` makes of x, which may be partly unknown.
Result<Shape> ReshapedShape(const Shape& x, std::span<const int64_t> wanted);

}  // namespace slipway::ops
