#include "ops/tables/tflite.h"
#include "ops/shuffled_fully_connected/shuffled_fully_connected.h"

namespace slipway::ops {

static void Options(auto& v, auto& op, auto& format) {
  v.Enum(0, "fused_activation_function", op.activation, Activation::kNone);
  v.Int(1, "weights_format", format, 0, tflite::Wire::kI8);
  v.Bool(2, "keep_num_dims", op.keep_num_dims);
}

bool ShuffledFullyConnected::IsTflite(const TfliteOperator& in) {
  int8_t format = 0;
  Status read = ReadOptions(in, OptionsType::FullyConnectedOptions, format,
                            [](auto& v, auto& f) { v.Int(1, "weights_format", f, 0, tflite::Wire::kI8); });
  return read.ok() && format == 1;
}

Status ShuffledFullyConnected::FromTflite(const TfliteOperator& in, ShuffledFullyConnected* op) {
  int8_t format = 1;
  return ReadOptions(in, OptionsType::FullyConnectedOptions, *op, [&](auto& v, auto& o) { Options(v, o, format); });
}

Result<TfliteForm> ToTflite(const ShuffledFullyConnected& op, const TfliteTypes&) {
  int8_t format = 1;
  return MakeForm(Builtin::FULLY_CONNECTED, 2, OptionsType::FullyConnectedOptions, op,
                  [&](auto& v, auto& o) { Options(v, o, format); });
}

}  // namespace slipway::ops
