#pragma once
// Conv3DTranspose: the input gradient of Conv3D, also used as a layer. Each element of x adds its filter to a window of
// y; what falls outside y is dropped.
//
// Operands: output_shape (i32 or i64 [5], y's shape), filter (DHWOI, which are the bytes of the Conv3D's DHWIO filter;
// O: channels of y), x (NDHWC), bias (optional).
//
// C1 filter and x have rank 5; output_shape is an integer vector of 5
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 x, filter and bias have one float type
// C4 x has I channels, y has O
// C5 bias has one element per channel of y
// C6 output_shape has no negative dimension; its batch is x's
// C7 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C8 y = output_shape of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Conv3DTranspose {
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
  static constexpr int kValueOperand = 2;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Conv3DTranspose*);
};

Result<TensorTypes> Infer(const Conv3DTranspose&, Inputs);
Status ToTf(const Conv3DTranspose&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Conv3DTranspose&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Conv3DTranspose&, interpreter::PrepareContext&);

}  // namespace slipway::ops
