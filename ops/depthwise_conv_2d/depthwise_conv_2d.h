#pragma once
// DepthwiseConv2D: each of x's C channels is convolved with M filters of its own; output channel c*M + m.
//
// Operands: x (NHWC), filter (layout kTf: [h, w, C, M]; kTflite: [1, h, w, C*M]; the same bytes), bias (optional).
//
// C1 x and filter have rank 4
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 types fit (CheckWeightedTypes)
// C4 kTf: filter[2] = C; kTflite: filter[0] = 1 and C divides filter[3]
// C5 bias has C*M elements
// C6 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C7 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C8 y = [N, out_h, out_w, C*M] of x's dtype

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct DepthwiseConv2D {
  int stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  Padding padding = Padding::kValid;
  Activation activation = Activation::kNone;
  FilterLayout layout = FilterLayout::kTf;

  static void Fields(auto& op, auto&& f) {
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("dilation_h", op.dilation_h);
    f("dilation_w", op.dilation_w);
    f("padding", op.padding);
    f("activation", op.activation);
    f("layout", op.layout);
  }
  using ReferenceTypes = RealTypes;
  static constexpr QuantRule kQuant = {
      .int8 = true, .int16x8 = true, .weights = 1, .weights_axis_tflite = 3, .bias = 2, .dynamic = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, DepthwiseConv2D*);
};

Result<TensorTypes> Infer(const DepthwiseConv2D&, Inputs);
Status ToTf(const DepthwiseConv2D&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const DepthwiseConv2D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const DepthwiseConv2D&, interpreter::PrepareContext&);
Status ToXnn(const DepthwiseConv2D&, interpreter::XnnBuilder&);
void Grad(const DepthwiseConv2D&, train::GradContext&);

}  // namespace slipway::ops
