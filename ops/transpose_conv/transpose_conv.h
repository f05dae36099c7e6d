#pragma once
// TransposeConv: the input gradient of Conv2D, also used as a layer ("deconvolution"). Each element of x adds its
// filter to a window of y; what falls outside y is dropped.
//
// Operands: output_shape (int32 or int64 [4], y's shape), filter (kTflite: OHWI; kTf: HWOI, which are the bytes of the
// Conv2D's HWIO filter; O: channels of y per group), x (NHWC), bias (optional).
//
// C1 filter and x have rank 4; output_shape is a vector of 4
// C2 strides, dilations, groups and filter sizes are positive and below 2^31
// C3 types fit (CheckWeightedTypes)
// C4 x has I channels, which split into `groups`; y has O * groups channels
// C5 bias has as many elements as y has channels
// C6 a constant output_shape has no negative dimension; its batch is x's
// C7 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C8 y = output_shape of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct TransposeConv {
  int stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  Padding padding = Padding::kValid;
  Activation activation = Activation::kNone;
  FilterLayout layout = FilterLayout::kTf;
  int groups = 1;

  static void Fields(auto& op, auto&& f) {
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("dilation_h", op.dilation_h);
    f("dilation_w", op.dilation_w);
    f("padding", op.padding);
    f("activation", op.activation);
    f("layout", op.layout);
    f("groups", op.groups);
  }
  using ReferenceTypes = RealTypes;
  static constexpr int kValueOperand = 2;
  static constexpr QuantRule kQuant = {
      .int8 = true, .int16x8 = true, .weights = 1, .weights_axis_tflite = 0, .bias = 3, .dynamic = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, TransposeConv*);
};

Result<TensorTypes> Infer(const TransposeConv&, Inputs);
Status ToTf(const TransposeConv&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const TransposeConv&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const TransposeConv&, interpreter::PrepareContext&);
Status ToXnn(const TransposeConv&, interpreter::XnnBuilder&);
void Grad(const TransposeConv&, train::GradContext&);

}  // namespace slipway::ops
