#pragma once
// GatherBackward: the gradient of Gather with respect to params: every slice of dy is added where it came from.
//   operands: dy, indices, shape (of params)
//
// C1 dtype(dy) is a float type, indices and shape hold integers, shape has rank 1
// C2 dy has the shape that Gather makes of params and indices
// C3 indices are in [0, dimension `axis` of params): checked when running
// C4 type(dparams) = (dtype(dy), shape)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct GatherBackward {
  int axis = 0;
  int batch_dims = 0;

  static void Fields(auto& op, auto&& f) {
    f("axis", op.axis);
    f("batch_dims", op.batch_dims);
  }
  using ReferenceTypes = RealTypes;
};

Result<TensorTypes> Infer(const GatherBackward&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const GatherBackward&, interpreter::PrepareContext&);
void Grad(const GatherBackward&, train::GradContext&);

}  // namespace slipway::ops
