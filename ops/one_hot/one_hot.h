#pragma once
// OneHot: a new axis of `depth` elements, `on` at the index and `off` elsewhere; indices outside have no `on` at all.
// axis = -1: the new axis is the last one.
//   operands: indices, depth, on, off
//
// C1 indices hold integers, depth is one integer >= 0
// C2 on and off have one element each and one dtype
// C3 axis in [-1, rank(indices)]
// C4 dtype(y) = dtype(on), with its quantization
//
// It has no gradient, as in TensorFlow: on and off are meant to be constants.

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct OneHot {
  int axis = -1;

  static void Fields(auto& op, auto&& f) { f("axis", op.axis); }
  using ReferenceTypes = AnyTypes;
  static constexpr int kValueOperand = 2;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, OneHot*);
};

Result<TensorTypes> Infer(const OneHot&, Inputs);
Status ToTf(const OneHot&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const OneHot&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const OneHot&, interpreter::PrepareContext&);

}  // namespace slipway::ops
