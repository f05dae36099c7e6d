// In place of ops/tables/tflite_resources.cc, for models without variables, tables and operators that run graphs: those
// are refused by name as any other that is not part of the build.
#include "ops/tables/tflite_resources.h"

namespace slipway::ops {

Result<TfliteResources> TfliteResources::Read(const tflite::Model&) { return TfliteResources(); }

TfliteResource TfliteResources::Find(size_t, int32_t) const { return {}; }

Result<TfliteResources::Use> TfliteResources::Translate(const tflite::Model&, size_t, const tflite::Operator&) const {
  return Use{};
}

std::vector<int32_t> TfliteResources::WithoutHandles(size_t, const std::vector<int32_t>& tensors) const {
  return tensors;
}

Result<std::vector<GraphUse>> TfliteResources::CalledBy(const tflite::Model&, const tflite::Operator&) {
  return std::vector<GraphUse>();
}

}  // namespace slipway::ops
