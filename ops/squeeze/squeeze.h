#pragma once
// Squeeze: x without the axes named, which have one element; without all such axes if none is named.
//   operands: x
//
// C1 axes are in [-rank(x), rank(x))
// C2 the dimensions named are 1
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Squeeze {
  std::vector<int64_t> axes;

  static void Fields(auto& op, auto&& f) { f("axes", op.axes); }
  using ReferenceTypes = AnyTypes;
  static constexpr bool kView = true;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Squeeze*);
};

Result<TensorTypes> Infer(const Squeeze&, Inputs);
Status ToTf(const Squeeze&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Squeeze&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Squeeze&, interpreter::PrepareContext&);
void Grad(const Squeeze&, train::GradContext&);

}  // namespace slipway::ops
