#pragma once
// Conv2D: y[n,h,w,o] = act(bias[o] + sum over window and i of x[n, ...] filter[..., i, o]); x is NHWC.
//
// Operands: x, filter (layout kTf: HWIO; kTflite: OHWI), bias (optional). Grouped where the filter reads I = C / groups
// of x's C channels: output channel o belongs to group o / (O / groups).
//
// C1 x and filter have rank 4
// C2 strides, dilations and filter sizes are positive and below 2^31
// C3 types fit (CheckWeightedTypes)
// C4 I divides C, and C / I divides O
// C5 bias has O elements
// C6 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C7 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C8 y = [N, out_h, out_w, O] of x's dtype (sizes: ops/attributes.h, Window)

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct Conv2D {
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
      .int8 = true, .int16x8 = true, .weights = 1, .weights_axis_tflite = 0, .bias = 2, .dynamic = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, Conv2D*);
};

Result<TensorTypes> Infer(const Conv2D&, Inputs);
Status ToTf(const Conv2D&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const Conv2D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const Conv2D&, interpreter::PrepareContext&);
Status ToXnn(const Conv2D&, interpreter::XnnBuilder&);
void Grad(const Conv2D&, train::GradContext&);

}  // namespace slipway::ops
