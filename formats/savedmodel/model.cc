#include "formats/savedmodel/model.h"

#include "base/strings.h"

namespace slipway::savedmodel {

const Function* Graph::FindFunction(std::string_view name) const {
  for (const Function& f : functions)
    if (f.name == name) return &f;
  return nullptr;
}

const Signature* MetaGraph::FindSignature(std::string_view key) const {
  for (const Signature& s : signatures)
    if (s.key == key) return &s;
  return nullptr;
}

TensorRef ParseTensorRef(std::string_view ref) {
  if (ref.starts_with('^')) return {ref.substr(1), -1};
  size_t colon = ref.rfind(':');
  if (colon == std::string_view::npos) return {ref, 0};
  std::optional<int> index = ParseNumber<int>(ref.substr(colon + 1));
  if (!index || *index < 0) return {ref, 0};
  return {ref.substr(0, colon), *index};
}

}  // namespace slipway::savedmodel
