#pragma once
// DepthToSpace: blocks of channels become blocks of pixels.
//   y[n, h b + i, w b + j, c] = x[n, h, w, (i b + j) C + c],  C = channels of y, b = block
//   operands: x [n, height, width, channels]
//
// C1 x has rank 4
// C2 block >= 1, block^2 divides the channels of x
// C3 type(y) = type(x) but for the shape; scales per channel are not carried over

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DepthToSpace {
  int block = 1;

  static void Fields(auto& op, auto&& f) { f("block", op.block); }
  using ReferenceTypes = AnyTypes;
  static constexpr QuantRule kQuant = {.int8 = true, .own_int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, DepthToSpace*);
};

Result<TensorTypes> Infer(const DepthToSpace&, Inputs);
Status ToTf(const DepthToSpace&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const DepthToSpace&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const DepthToSpace&, interpreter::PrepareContext&);
Status ToXnn(const DepthToSpace&, interpreter::XnnBuilder&);
void Grad(const DepthToSpace&, train::GradContext&);

}  // namespace slipway::ops
