#include "formats/tflite/runtime_version.h"

#include <array>
#include <span>

namespace slipway::tflite {

namespace {

struct Row {
  Builtin op;
  std::span<const char* const> releases;
};

#define RUNTIME(name, ...) constexpr const char* k_##name[] = {__VA_ARGS__};
#include "formats/tflite/runtime_versions.def"

constexpr Row kRows[] = {
#define RUNTIME(name, ...) {Builtin::name, k_##name},
#include "formats/tflite/runtime_versions.def"
};

using Release = std::array<int, 3>;

Release Parse(std::string_view text) {
  Release out{};
  size_t part = 0;
  for (const std::string& number : StrSplit(text, '.')) {
    if (part == out.size()) break;
    out[part++] = ParseNumber<int>(number).value_or(0);
  }
  return out;
}

}  // namespace

const char* MinRuntimeVersion(Builtin op, int32_t version) {
  for (const Row& row : kRows)
    if (row.op == op)
      return version >= 1 && static_cast<size_t>(version) <= row.releases.size()
                 ? row.releases[static_cast<size_t>(version - 1)]
                 : "";
  return "";
}

std::string MinRuntimeVersion(const Model& model) {
  std::string_view highest = "1.5.0";
  for (const Subgraph& graph : model.subgraphs) {
    for (const Operator& op : graph.operators) {
      const OperatorCode& code = model.operator_codes[op.opcode_index];
      std::string_view needed = MinRuntimeVersion(code.builtin, code.version);
      if (Parse(highest) < Parse(needed)) highest = needed;
    }
  }
  return std::string(highest);
}

}  // namespace slipway::tflite
