#pragma once
// AveragePool2DBackward: the input gradient of AveragePool2D. Each dy is split evenly over the elements of its window
// that lie inside x.
//
// Operands: input_shape (int32 or int64 [4]), dy (NHWC).
//
// C1 dy has rank 4; input_shape is a vector of 4
// C2 strides and filter sizes are positive and below 2^31
// C3 dy is a float type
// C4 dy has the shape that the pool gives
// C5 dx = input_shape of dy's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct AveragePool2DBackward {
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
  static constexpr int kValueOperand = 1;
};

Result<TensorTypes> Infer(const AveragePool2DBackward&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const AveragePool2DBackward&, interpreter::PrepareContext&);
void Grad(const AveragePool2DBackward&, train::GradContext&);

}  // namespace slipway::ops
