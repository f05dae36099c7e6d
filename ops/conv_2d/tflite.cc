#include "ops/tables/tflite.h"
#include "ops/conv_2d/conv_2d.h"

namespace slipway::ops {

static void Options(auto& v, auto& op, auto& bias_type) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_w", op.stride_w);
  v.Int(2, "stride_h", op.stride_h);
  v.Enum(3, "fused_activation_function", op.activation, Activation::kNone);
  v.Int(4, "dilation_w_factor", op.dilation_w, 1);
  v.Int(5, "dilation_h_factor", op.dilation_h, 1);
  v.Type(6, "quantized_bias_type", bias_type, DType::kF32);
}

Status Conv2D::FromTflite(const TfliteOperator& in, Conv2D* op) {
  op->layout = FilterLayout::kTflite;
  DType bias_type = DType::kF32;  // the operand's type says it
  return ReadOptions(in, OptionsType::Conv2DOptions, *op, [&](auto& v, auto& o) { Options(v, o, bias_type); });
}

// v1 float and uint8, v3 int8 and int16, v5 hybrid, v6 grouped.
Result<TfliteForm> ToTflite(const Conv2D& op, const TfliteTypes& types) {
  if (op.layout != FilterLayout::kTflite) return Unsupported("Conv2D whose filter is in TensorFlow's layout");
  const Shape &x = types.inputs[0].shape, &filter = types.inputs[1].shape;
  bool grouped = x.has_rank() && x.rank() == 4 && filter.IsStatic() && x[3] >= 0 && x[3] != filter[3];
  bool hybrid = types.in(0) == DType::kF32 && types.in(1) == DType::kI8;
  int version = grouped ? 6 : hybrid ? 5 : types.in(0) == DType::kI8 || types.in(0) == DType::kI16 ? 3 : 1;
  DType bias_type = QuantizedBiasType(types, 0, 2);
  return MakeForm(Builtin::CONV_2D, version, OptionsType::Conv2DOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, bias_type); });
}

}  // namespace slipway::ops
