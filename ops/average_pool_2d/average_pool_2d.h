#pragma once
// AveragePool2D: the mean of each window of x (NHWC), channel by channel. Padding takes no part: the mean is over the
// elements inside x.
//
// C1 x has rank 4
// C2 strides and filter sizes are positive and below 2^31
// C3 x is a float type, i8, u8 or i16
// C4 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C5 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C6 y = [N, out_h, out_w, C] of x's dtype and quantization

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/quant_rule.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct AveragePool2D {
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
  static constexpr QuantRule kQuant = {.int8 = true, .int16x8 = true, .same_scale = true};
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
  static Status FromTflite(const TfliteOperator&, AveragePool2D*);
};

Result<TensorTypes> Infer(const AveragePool2D&, Inputs);
Status ToTf(const AveragePool2D&, wire::TfExporter&);
Result<TfliteForm> ToTflite(const AveragePool2D&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const AveragePool2D&, interpreter::PrepareContext&);
Status ToXnn(const AveragePool2D&, interpreter::XnnBuilder&);
void Grad(const AveragePool2D&, train::GradContext&);

}  // namespace slipway::ops
