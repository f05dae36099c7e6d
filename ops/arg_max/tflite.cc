#include "ops/tables/tflite.h"
#include "ops/arg_max/arg_max.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) { v.Type(0, "output_type", op.output_type, DType::kF32); }

static OptionsType TypeOf(bool min) { return min ? OptionsType::ArgMinOptions : OptionsType::ArgMaxOptions; }

Status ArgMax::FromTflite(const TfliteOperator& in, ArgMax* op) {
  op->min = in.code == Builtin::ARG_MIN;
  return ReadOptions(in, TypeOf(op->min), *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const ArgMax& op, const TfliteTypes& types) {
  DType t = types.in(0);
  int version = t == DType::kI8 || t == DType::kI16 ? 2 : t == DType::kBool ? 3 : 1;
  return MakeForm(op.min ? Builtin::ARG_MIN : Builtin::ARG_MAX, version, TypeOf(op.min), op,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
