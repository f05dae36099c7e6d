#pragma once
// DepthwiseConv2DBackwardInput: the input gradient of DepthwiseConv2D with a [h, w, C, M] filter.
//
// Operands: input_shape (int32 or int64 [4]), filter, dy (NHWC, C*M channels).
//
// C1 filter and dy have rank 4; input_shape is a vector of 4
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 filter and dy have the same float dtype
// C4 dy has C*M channels; input_shape has C
// C5 dy has the shape that the convolution gives
// C6 dx = input_shape of dy's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DepthwiseConv2DBackwardInput {
  int stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  Padding padding = Padding::kValid;

  static void Fields(auto& op, auto&& f) {
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("dilation_h", op.dilation_h);
    f("dilation_w", op.dilation_w);
    f("padding", op.padding);
  }
  using ReferenceTypes = RealTypes;
  static constexpr int kValueOperand = 1;
};

Result<TensorTypes> Infer(const DepthwiseConv2DBackwardInput&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const DepthwiseConv2DBackwardInput&, interpreter::PrepareContext&);
void Grad(const DepthwiseConv2DBackwardInput&, train::GradContext&);

}  // namespace slipway::ops
