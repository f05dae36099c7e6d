#pragma once
// BroadcastTo: x repeated along its axes of 1, and along new leading axes, until it has `shape`.
//   operands: x, shape
//
// C1 shape holds integers and has rank 1
// C2 rank(x) <= elements(shape)
// C3 from the right, each dimension of x is 1 or that of shape
// C4 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct BroadcastTo {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, BroadcastTo*);
};

Result<TensorTypes> Infer(const BroadcastTo&, Inputs);
Status ToTf(const BroadcastTo&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const BroadcastTo&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const BroadcastTo&, interpreter::PrepareContext&);
void Grad(const BroadcastTo&, train::GradContext&);

}  // namespace slipway::ops
