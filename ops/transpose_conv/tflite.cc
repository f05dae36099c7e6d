#include "ops/tables/litert_limits.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

static void Options(auto& v, auto& op, auto& bias_type) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_w", op.stride_w);
  v.Int(2, "stride_h", op.stride_h);
  v.Enum(3, "fused_activation_function", op.activation, Activation::kNone);
  v.Type(4, "quantized_bias_type", bias_type, DType::kF32);
}

Status TransposeConv::FromTflite(const TfliteOperator& in, TransposeConv* op) {
  op->layout = FilterLayout::kTflite;
  DType bias_type = DType::kF32;  // the operand's type says it
  return ReadOptions(in, OptionsType::TransposeConvOptions, *op, [&](auto& v, auto& o) { Options(v, o, bias_type); });
}

// v1 float, v2 int8, v3 with bias or int16, v4 with an activation.
Result<TfliteForm> ToTflite(const TransposeConv& op, const TfliteTypes& types) {
  if (op.layout != FilterLayout::kTflite) return Unsupported("TransposeConv whose filter is in TensorFlow's layout");
  if (op.dilation_h != 1 || op.dilation_w != 1 || op.groups != 1)
    return Unsupported("TransposeConv with dilation or groups");
  RETURN_IF_ERROR(NeedsI32(types, {0}));
  bool bias = types.inputs.size() > 3 && types.in(3) != DType::kInvalid;
  int version = op.activation != Activation::kNone   ? 4
                : bias || types.in(2) == DType::kI16 ? 3
                : types.in(2) == DType::kI8          ? 2
                                                     : 1;
  DType bias_type = QuantizedBiasType(types, 2, 3);
  return MakeForm(Builtin::TRANSPOSE_CONV, version, OptionsType::TransposeConvOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, bias_type); });
}

}  // namespace slipway::ops
