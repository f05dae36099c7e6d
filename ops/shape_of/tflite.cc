#include "ops/tables/tflite.h"
#include "ops/shape_of/shape_of.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Type(0, "out_type", op.out_type, DType::kF32); }

Status ShapeOf::FromTflite(const TfliteOperator& in, ShapeOf* op) {
  return ReadOptions(in, OptionsType::ShapeOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const ShapeOf& op, const TfliteTypes&) {
  int version = 1;
  return MakeForm(Builtin::SHAPE, version, OptionsType::ShapeOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
