#include "ops/tables/tflite.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

namespace slipway::ops {

// depth_multiplier follows from the shapes; files must say it all the same.
static void Options(auto& v, auto& op, auto& multiplier) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_w", op.stride_w);
  v.Int(2, "stride_h", op.stride_h);
  v.Int(3, "depth_multiplier", multiplier);
  v.Enum(4, "fused_activation_function", op.activation, Activation::kNone);
  v.Int(5, "dilation_w_factor", op.dilation_w, 1);
  v.Int(6, "dilation_h_factor", op.dilation_h, 1);
}

Status DepthwiseConv2D::FromTflite(const TfliteOperator& in, DepthwiseConv2D* op) {
  op->layout = FilterLayout::kTflite;
  return ReadOptions(in, OptionsType::DepthwiseConv2DOptions, *op, [](auto& v, auto& o) {
    int32_t multiplier = 0;
    Options(v, o, multiplier);
  });
}

// v1 float and uint8, v2 dilated, v3 int8 and int16, v6 hybrid.
Result<TfliteForm> ToTflite(const DepthwiseConv2D& op, const TfliteTypes& types) {
  if (op.layout != FilterLayout::kTflite) return Unsupported("DepthwiseConv2D whose filter is in TensorFlow's layout");
  const Shape &x = types.inputs[0].shape, &filter = types.inputs[1].shape;
  if (!x.has_rank() || x.rank() != 4 || x[3] <= 0 || !filter.IsStatic())
    return Unsupported("DepthwiseConv2D with unknown channels");
  int32_t multiplier = static_cast<int32_t>(filter[3] / x[3]);
  bool hybrid = types.in(0) == DType::kF32 && types.in(1) == DType::kI8;
  bool integer = types.in(0) == DType::kI8 || types.in(0) == DType::kI16;
  int version = hybrid ? 6 : integer ? 3 : op.dilation_h > 1 || op.dilation_w > 1 ? 2 : 1;
  return MakeForm(Builtin::DEPTHWISE_CONV_2D, version, OptionsType::DepthwiseConv2DOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, multiplier); });
}

}  // namespace slipway::ops
