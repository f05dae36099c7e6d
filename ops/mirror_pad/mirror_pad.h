#pragma once
// MirrorPad: x continued by its mirror image along each axis. reflect: the border element is not repeated
// (1 2 3 -> 3 2 1 2 3); else it is (1 2 3 -> 2 1 1 2 3).
//   operands: x, paddings
//
// C1 paddings holds integers and has shape [rank(x), 2]
// C2 paddings are not negative and at most dimension - 1 (reflect) or dimension
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MirrorPad {
  bool reflect = true;

  static void Fields(auto& op, auto&& f) { f("reflect", op.reflect); }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, MirrorPad*);
};

Result<TensorTypes> Infer(const MirrorPad&, Inputs);
Status ToTf(const MirrorPad&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const MirrorPad&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const MirrorPad&, interpreter::PrepareContext&);
void Grad(const MirrorPad&, train::GradContext&);

}  // namespace slipway::ops
