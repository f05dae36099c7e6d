#include "ops/tables/tflite.h"
#include "ops/pack/pack.h"

namespace slipway::ops {

namespace {

struct CountedOptions {
  int count = 0, axis = 0;
};

void Options(auto& v, auto& options) {
  v.Int(0, "values_count", options.count);
  v.Int(1, "axis", options.axis);
}

}  // namespace

Status Pack::FromTflite(const TfliteOperator& in, Pack* op) {
  CountedOptions options;
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::PackOptions, options, [](auto& v, auto& o) { Options(v, o); }));
  op->axis = options.axis;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const Pack& op, const TfliteTypes& types) {
  DType t = VersionType(types, 0);
  int version = t == DType::kU32 ? 4 : t == DType::kI16 ? 3 : t == DType::kI8 ? 2 : 1;
  CountedOptions options{static_cast<int>(types.inputs.size()), op.axis};
  return MakeForm(Builtin::PACK, version, OptionsType::PackOptions, options, [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
