#include "ops/tables/tflite.h"
#include "ops/mirror_pad/mirror_pad.h"

namespace slipway::ops {

namespace {

enum class Mode { kReflect, kSymmetric };
struct ModeOptions {
  Mode mode = Mode::kReflect;
};

void Options(auto& v, auto& options) { v.Enum(0, "mode", options.mode, Mode::kReflect); }

}  // namespace

Status MirrorPad::FromTflite(const TfliteOperator& in, MirrorPad* op) {
  ModeOptions options;
  RETURN_IF_ERROR(ReadOptions(in, OptionsType::MirrorPadOptions, options, [](auto& v, auto& o) { Options(v, o); }));
  op->reflect = options.mode == Mode::kReflect;
  return OkStatus();
}

Result<TfliteForm> ToTflite(const MirrorPad& op, const TfliteTypes& types) {
  DType t = VersionType(types, 0);
  int version = t == DType::kI16 ? 3 : t == DType::kI8 ? 2 : 1;
  ModeOptions options{op.reflect ? Mode::kReflect : Mode::kSymmetric};
  return MakeForm(Builtin::MIRROR_PAD, version, OptionsType::MirrorPadOptions, options,
                  [](auto& v, auto& o) { Options(v, o); });
}

}  // namespace slipway::ops
