#pragma once
// SpaceToDepth: blocks of pixels become blocks of channels; DepthToSpace takes them back.
//   y[n, h, w, (i b + j) C + c] = x[n, h b + i, w b + j, c],  C = channels of x, b = block
//   operands: x [n, height, width, channels]
//
// C1 x has rank 4
// C2 block >= 1 divides height and width
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SpaceToDepth {
  int block = 1;

  static void Fields(auto& op, auto&& f) { f("block", op.block); }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .own_int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, SpaceToDepth*);
};

Result<TensorTypes> Infer(const SpaceToDepth&, Inputs);
Status ToTf(const SpaceToDepth&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const SpaceToDepth&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const SpaceToDepth&, interpreter::PrepareContext&);
void Grad(const SpaceToDepth&, train::GradContext&);

}  // namespace slipway::ops
