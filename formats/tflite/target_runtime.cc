#include "formats/tflite/target_runtime.h"

#include <iterator>

namespace slipway::tflite {

namespace {

struct Row {
  Builtin op;
  int first;
  int highest[3];  // in LiteRT 2.0, 2.1, 2.2
};
constexpr Row kRows[] = {
#define LITERT_OP(op, first, in_2_0, in_2_1, in_2_2) {Builtin::op, first, {in_2_0, in_2_1, in_2_2}},
#include "formats/tflite/litert_versions.def"
#undef LITERT_OP
};

}  // namespace

Result<TargetRuntime> TargetRuntimeFromName(std::string_view name) {
  if (name == "slipway") return TargetRuntime{.slipway = true};
  if (name == "litert") return TargetRuntime{};
  for (int minor = 0; minor <= kNewestLiteRt; ++minor) {
    std::string release = StrCat("litert:2.", minor);
    if (name == release || name.starts_with(release + ".")) return TargetRuntime{.litert_minor = minor};
  }
  return UsageError("'", name, "' is no runtime, expected litert, litert:2.0 to litert:2.", kNewestLiteRt,
                    ", or slipway");
}

std::string RuntimeName(const TargetRuntime& runtime) {
  return runtime.slipway ? "Slipway" : StrCat("LiteRT 2.", runtime.litert_minor);
}

bool KnowsVersion(const TargetRuntime& runtime, Builtin op, int version) {
  size_t release = runtime.slipway ? std::size(Row{}.highest) : static_cast<size_t>(runtime.litert_minor);
  for (const Row& row : kRows)
    if (row.op == op)
      return version >= row.first && version <= row.highest[std::min(release, std::size(row.highest) - 1)];
  return false;
}

}  // namespace slipway::tflite
