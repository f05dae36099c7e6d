#include "ops/tables/tflite.h"
#include "ops/gather/gather.h"

namespace slipway::ops {

static void Options(auto& v, auto& op) {
  v.Int(0, "axis", op.axis);
  v.Int(1, "batch_dims", op.batch_dims);
}

Status Gather::FromTflite(const TfliteOperator& in, Gather* op) {
  return ReadOptions(in, OptionsType::GatherOptions, *op, [](auto& v, auto& o) { Options(v, o); });
}

Result<TfliteForm> ToTflite(const Gather& op, const TfliteTypes& types) {
  DType t = VersionType(types, 0);
  int version = op.batch_dims != 0                     ? 5
                : t == DType::kI16                     ? 4
                : t == DType::kBool                    ? 3
                : (t == DType::kI8 || t == DType::kU8) ? 2
                                                       : 1;
  return MakeForm(Builtin::GATHER, version, OptionsType::GatherOptions, op, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
