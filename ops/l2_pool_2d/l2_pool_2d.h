#pragma once
// L2Pool2D: the root of the mean of squares of each window of x (NHWC), channel by channel. Padding takes no part.
//
// C1 x has rank 4
// C2 strides and filter sizes are positive and below 2^31
// C3 x is a float type
// C4 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C5 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C6 y = [N, out_h, out_w, C] of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct L2Pool2D {
  int filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
  Padding padding = Padding::kValid;
  Activation activation = Activation::kNone;

  static void Fields(auto& op, auto&& f) {
    f("filter_h", op.filter_h);
    f("filter_w", op.filter_w);
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("padding", op.padding);
    f("activation", op.activation);
  }
  using ReferenceTypes = RealTypes;
  static Status FromTflite(const TfliteOperator&, L2Pool2D*);
};

Result<TensorTypes> Infer(const L2Pool2D&, Inputs);
Result<TfliteForm> ToTflite(const L2Pool2D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const L2Pool2D&, interpreter::PrepareContext&);

}  // namespace slipway::ops
