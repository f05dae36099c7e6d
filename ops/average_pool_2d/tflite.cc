#include "ops/tables/tflite.h"
#include "ops/average_pool_2d/average_pool_2d.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_w", op.stride_w);
  v.Int(2, "stride_h", op.stride_h);
  v.Int(3, "filter_width", op.filter_w);
  v.Int(4, "filter_height", op.filter_h);
  v.Enum(5, "fused_activation_function", op.activation, Activation::kNone);
}

Status AveragePool2D::FromTflite(const TfliteOperator& in, AveragePool2D* op) {
  return ReadOptions(in, OptionsType::Pool2DOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const AveragePool2D& op, const TfliteTypes& types) {
  int version = types.in(0) == DType::kI8 || types.in(0) == DType::kI16 ? 2 : 1;
  return MakeForm(Builtin::AVERAGE_POOL_2D, version, OptionsType::Pool2DOptions, op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
