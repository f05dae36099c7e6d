#pragma once
// DepthwiseConv2DBackwardFilter: the filter gradient of DepthwiseConv2D with a [h, w, C, M] filter.
//
// Operands: x (NHWC), filter_shape (int32 or int64 [4]: h, w, C, M), dy (NHWC, C*M channels).
//
// C1 x and dy have rank 4; filter_shape is a vector of 4
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 x and dy have the same float dtype
// C4 x has C channels, dy C*M
// C5 dy has the shape that the convolution gives
// C6 dfilter = filter_shape of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DepthwiseConv2DBackwardFilter {
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
};

Result<TensorTypes> Infer(const DepthwiseConv2DBackwardFilter&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const DepthwiseConv2DBackwardFilter&, interpreter::PrepareContext&);
void Grad(const DepthwiseConv2DBackwardFilter&, train::GradContext&);

}  // namespace slipway::ops
