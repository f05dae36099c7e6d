#pragma once
// Conv3D: 3-D convolution of NDHWC.  y[n,d,h,w,o] = activation(bias[o] + sum over the window of x * filter)
//
// Operands: x, filter (DHWIO in TensorFlow and TFLite), bias (optional).
//
// C1 x and filter have rank 5
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 x, filter and bias have one float type
// C4 the filter reads as many channels as x has
// C5 bias has one element per output channel
// C6 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C7 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C8 y = [N, out_d, out_h, out_w, O] of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Conv3D {
  int stride_d = 1, stride_h = 1, stride_w = 1, dilation_d = 1, dilation_h = 1, dilation_w = 1;
  Padding padding = Padding::kValid;
  Activation activation = Activation::kNone;

  static void Fields(auto& op, auto&& f) {
    f("stride_d", op.stride_d);
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("dilation_d", op.dilation_d);
    f("dilation_h", op.dilation_h);
    f("dilation_w", op.dilation_w);
    f("padding", op.padding);
    f("activation", op.activation);
  }
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Conv3D*);
};

Result<TensorTypes> Infer(const Conv3D&, Inputs);
Status ToTf(const Conv3D&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Conv3D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Conv3D&, interpreter::PrepareContext&);

}  // namespace slipway::ops
