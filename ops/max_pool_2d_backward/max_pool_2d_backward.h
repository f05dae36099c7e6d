#pragma once
// MaxPool2DBackward: the input gradient of MaxPool2D. Each dy goes to the first element of its window, in row-major
// order, that equals the maximum.
//
// Operands: x (what the pool read, NHWC), y (what it gave), dy.
//
// C1 x, y and dy have rank 4
// C2 strides and filter sizes are positive and below 2^31
// C3 x, y and dy have one float dtype
// C4 y and dy have the shape that the pool gives
// C5 dx = type(x)

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MaxPool2DBackward {
  int filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
  Padding padding = Padding::kValid;

  static void Fields(auto& op, auto&& f) {
    f("filter_h", op.filter_h);
    f("filter_w", op.filter_w);
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("padding", op.padding);
  }
  using ReferenceTypes = RealTypes;
};

Result<TensorTypes> Infer(const MaxPool2DBackward&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const MaxPool2DBackward&, interpreter::PrepareContext&);

}  // namespace slipway::ops
