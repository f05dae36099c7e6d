#pragma once
// Conv2DBackwardFilter: the filter gradient of Conv2D with an HWIO filter.
//
// Operands: x (what the convolution read, NHWC), filter_shape (int32 or int64 [4]: h, w, I, O), dy (NHWC).
// dfilter[kh,kw,i,o] = sum over batch and positions of x[...] dy[n,oh,ow,o].
//
// C1 x and dy have rank 4; filter_shape is a vector of 4
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 x and dy have the same float dtype
// C4 I divides x's channels C, C / I divides O, and dy has O channels
// C5 dy has the shape that the convolution gives
// C6 dfilter = filter_shape of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Conv2DBackwardFilter {
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

Result<TensorTypes> Infer(const Conv2DBackwardFilter&, Inputs);
Result<interpreter::Kernel> PrepareTrain(const Conv2DBackwardFilter&, interpreter::PrepareContext&);
void Grad(const Conv2DBackwardFilter&, train::GradContext&);

}  // namespace slipway::ops
