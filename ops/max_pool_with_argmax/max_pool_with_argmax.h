#pragma once
// MaxPoolWithArgmax: the largest element of each window of x (NHWC) and where in its window it is: row * filter_w +
// column, plus 0.1 where that is a float. The first of equal ones. MediaPipe's custom operator MaxPoolingWithArgmax2D,
// whose inverse is MaxUnpooling2D.
//   results: y, indices
//
// C1 x is f32 of rank 4
// C2 strides and filter sizes are positive and below 2^31
// C3 the window fits x (ops/attributes.h, Window::Fits); where it is larger, y is empty
// C4 activation in {NONE, RELU, RELU_N1_TO_1, RELU6}
// C5 y = [N, out_h, out_w, C] of f32, indices of index_type (f32 or i32)

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct MaxPoolWithArgmax {
  int filter_h = 1, filter_w = 1, stride_h = 1, stride_w = 1;
  Padding padding = Padding::kValid;
  Activation activation = Activation::kNone;
  DType index_type = DType::kF32;

  static void Fields(auto& op, auto&& f) {
    f("filter_h", op.filter_h);
    f("filter_w", op.filter_w);
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("padding", op.padding);
    f("activation", op.activation);
    f("index_type", op.index_type);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "MaxPoolingWithArgmax2D";
  static Status FromTflite(const TfliteOperator&, MaxPoolWithArgmax*);
};

Result<TensorTypes> Infer(const MaxPoolWithArgmax&, Inputs);
Result<TfliteForm> ToTflite(const MaxPoolWithArgmax&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const MaxPoolWithArgmax&, interpreter::PrepareContext&);

inline constexpr float kIndexMargin = 0.1f;  // keeps an index on its side of a whole number when floats are rounded

}  // namespace slipway::ops
