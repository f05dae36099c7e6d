#include "ops/tables/tflite.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::ops {

static void Options(auto& v, auto& op, auto& format, auto& bias_type) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  v.Int(1, "weights_format", format, 0, tflite::Wire::kI8);
  v.Bool(2, "keep_num_dims", op.keep_num_dims);
  v.Bool(3, "asymmetric_quantize_inputs", op.asymmetric_quantize_inputs);
  v.Type(4, "quantized_bias_type", bias_type, DType::kF32);
}

Status FullyConnected::FromTflite(const TfliteOperator& in, FullyConnected* op) {
  int8_t format = 0;
  DType bias_type = DType::kF32;  // the operand's type says it
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::FullyConnectedOptions, *op,
                              [&](auto& v, auto& o) { Options(v, o, format, bias_type); }));
  if (format != 0) return Unsupported("the weights format is ", int{format});
  bool words = !in.outputs.empty() && in.outputs[0].dtype == DType::kI16;
  if (words && !in.inputs.empty() && in.inputs[0].dtype == DType::kU8) op->wide_result = true;
  return OkStatus();
}

// v1 float and uint8, v2 uint8 to int16, v3 hybrid, v4 int8 and int16, v5 keep_num_dims, v9 hybrid with asymmetric
// inputs, v12 hybrid per channel.
Result<TfliteForm> ToTflite(const FullyConnected& op, const TfliteTypes& types) {
  int8_t format = 0;
  DType bias_type = QuantizedBiasType(types, 0, 2);
  bool hybrid = types.in(0) == DType::kF32 && types.in(1) == DType::kI8;
  bool integer = types.in(0) == DType::kI8 || types.in(0) == DType::kI16;
  int version = hybrid                        ? (types.inputs[1].quant.per_channel() ? 12
                                                 : op.asymmetric_quantize_inputs     ? 9
                                                                                     : 3)
                : op.keep_num_dims            ? 5
                : integer                     ? 4
                : types.out(0) == DType::kI16 ? 2
                                              : 1;
  return MakeForm(Builtin::FULLY_CONNECTED, version, OptionsType::FullyConnectedOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, format, bias_type); });
}

}  // namespace slipway::ops
