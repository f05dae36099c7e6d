#pragma once
// TransposeConvBias: a transposed convolution whose result's size follows from its operands, with a bias. MediaPipe's
// custom operator Convolution2DTransposeBias.
//   operands: x (NHWC), filter (OHWI), bias
//
// C1 x and filter have rank 4, all are f32
// C2 strides and filter sizes are positive and below 2^31
// C3 the filter reads as many channels as x has; bias has one element per channel of y
// C4 a dimension of y = (n - 1) stride + filter, less max(0, filter - (n - 1) % stride - 1) where padding is SAME, half
//    of that (rounded down) before the first element

#include <algorithm>

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct TransposeConvBias {
  int stride_h = 1, stride_w = 1;
  Padding padding = Padding::kValid;

  static void Fields(auto& op, auto&& f) {
    f("stride_h", op.stride_h);
    f("stride_w", op.stride_w);
    f("padding", op.padding);
  }
  using ReferenceTypes = RealTypes;
  static constexpr const char* kCustomName = "Convolution2DTransposeBias";
  static Status FromTflite(const TfliteOperator&, TransposeConvBias*);
};

Result<TensorTypes> Infer(const TransposeConvBias&, Inputs);
Result<TfliteForm> ToTflite(const TransposeConvBias&, const TfliteTypes&);
Result<interpreter::Kernel> Prepare(const TransposeConvBias&, interpreter::PrepareContext&);

// What is cut from y along an axis.
inline int64_t TransposeConvBiasCut(Padding padding, int64_t n, int64_t filter, int64_t stride) {
  return padding == Padding::kValid ? 0 : std::max<int64_t>(0, filter - (n - 1) % stride - 1);
}

}  // namespace slipway::ops
