#pragma once
// FakeQuantBackward: the gradient of FakeQuant. dx is dy inside the nudged range and 0 outside; dmin and dmax sum dy of
// the elements below and above it.
//   operands: dy, x, min, max
//   results: dx, dmin, dmax
//
// C1 dtype of all operands is f32
// C2 num_bits in [2, 16]
// C3 shape(dy) = shape(x); min and max have one element, or one per index of `axis` of x
// C4 dx, dmin and dmax have the types of x, min and max

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct FakeQuantBackward {
  int num_bits = 8;
  bool narrow_range = false;
  int axis = -1;

  static void Fields(auto& op, auto&& f) {
    f("num_bits", op.num_bits);
    f("narrow_range", op.narrow_range);
    f("axis", op.axis);
  }
  using ReferenceTypes = RealTypes;
};

Result<TensorTypes> Infer(const FakeQuantBackward&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const FakeQuantBackward&, interpreter::PrepareContext&);

}  // namespace slipway::ops
