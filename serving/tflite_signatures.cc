#include "serving/tflite_signatures.h"

#include <map>

#include "formats/tflite/flexbuffer.h"
#include "tensorflow/core/protobuf/meta_graph.pb.h"

namespace slipway::serving {

namespace {

// "x:0" is the tensor "x", unless a tensor has that very name.
Result<uint32_t> FindTensor(const tflite::Subgraph& g, const std::vector<int32_t>& among, const std::string& name) {
  for (const std::string& wanted : {name, name.substr(0, name.rfind(':'))})
    for (int32_t t : among)
      if (g.tensors[static_cast<size_t>(t)].name == wanted) return static_cast<uint32_t>(t);
  return BadInput("there is no tensor '", name, "' among the inputs and outputs");
}

Status AddSignature(const std::string& key, const std::string& bytes, tflite::Model* model) {
  tensorflow::SignatureDef def;
  if (!def.ParseFromString(bytes)) return BadInput("it is no SignatureDef");
  const tflite::Subgraph& g = model->subgraphs[0];
  tflite::Signature s{.key = key};
  for (const auto& [alias, info] : std::map(def.inputs().begin(), def.inputs().end())) {
    ASSIGN_OR_RETURN(uint32_t tensor, FindTensor(g, g.inputs, info.name()));
    s.inputs.push_back({alias, tensor});
  }
  for (const auto& [alias, info] : std::map(def.outputs().begin(), def.outputs().end())) {
    ASSIGN_OR_RETURN(uint32_t tensor, FindTensor(g, g.outputs, info.name()));
    s.outputs.push_back({alias, tensor});
  }
  model->signatures.push_back(std::move(s));
  return OkStatus();
}

}  // namespace

Status AddSignaturesOfMetadata(tflite::Model* model) {
  for (const tflite::Metadata& m : model->metadata) {
    if (m.name != "signature_defs_metadata" || model->subgraphs.empty()) continue;
    ASSIGN_OR_RETURN_AT(tflite::FlexMap map, tflite::ReadFlexMap(tflite::BytesOf(model->buffers[m.buffer])), m.name);
    for (const auto& [key, value] : map)
      RETURN_IF_ERROR_AT(AddSignature(key, value.text, model), StrCat(m.name, ": '", key, "'"));
  }
  return OkStatus();
}

}  // namespace slipway::serving
