#include "ops/tables/tflite.h"
#include "ops/l2_pool_2d/l2_pool_2d.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Enum(0, "padding", op.padding, Padding::kSame);
  v.Int(1, "stride_w", op.stride_w);
  v.Int(2, "stride_h", op.stride_h);
  v.Int(3, "filter_width", op.filter_w);
  v.Int(4, "filter_height", op.filter_h);
  v.Enum(5, "fused_activation_function", op.activation, Activation::kNone);
}

Status L2Pool2D::FromTflite(const TfliteOperator& in, L2Pool2D* op) {
  return ReadOptions(in, OptionsType::Pool2DOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const L2Pool2D& op, const TfliteTypes&) {
  return MakeForm(Builtin::L2_POOL_2D, 1, OptionsType::Pool2DOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
