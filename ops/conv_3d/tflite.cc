#include "ops/tables/tflite.h"
#include "ops/conv_3d/conv_3d.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_d", op.stride_d);
  v.Int(2, "stride_w", op.stride_w);
  v.Int(3, "stride_h", op.stride_h);
  v.Enum(4, "fused_activation_function", op.activation, Activation::kNone);
  v.Int(5, "dilation_d_factor", op.dilation_d, 1);
  v.Int(6, "dilation_w_factor", op.dilation_w, 1);
  v.Int(7, "dilation_h_factor", op.dilation_h, 1);
}

Status Conv3D::FromTflite(const TfliteOperator& in, Conv3D* op) {
  return ReadOptions(in, OptionsType::Conv3DOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Conv3D& op, const TfliteTypes&) {
  return MakeForm(Builtin::CONV_3D, 1, OptionsType::Conv3DOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
