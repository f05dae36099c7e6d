#pragma once
// {key: {"inputs": [{"name","dtype","shape"}], "outputs": [...]}}, in the signature's order.

#include <nlohmann/json.hpp>

#include "ir/graph.h"

namespace slipway::cli {

inline nlohmann::ordered_json TypeJson(const std::string& name, const TensorType& type) {
  nlohmann::ordered_json j = {{"name", name}, {"dtype", DTypeName(type.dtype)}};
  if (type.shape.has_rank())
    j["shape"] = std::vector<int64_t>(type.shape.begin(), type.shape.end());
  else
    j["shape"] = nullptr;
  if (!type.quant.empty()) j["scale"] = type.quant.scale[0], j["zero_point"] = type.quant.zero_point[0];
  return j;
}

inline nlohmann::ordered_json SignatureJson(const ir::Module& m) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const ir::Signature& s : m.signatures) {
    const ir::Graph& g = *m.graphs[static_cast<size_t>(s.graph)];
    nlohmann::ordered_json inputs = nlohmann::ordered_json::array(), outputs = nlohmann::ordered_json::array();
    for (const auto& a : s.inputs) inputs.push_back(TypeJson(a.name, g.type(g.inputs()[static_cast<size_t>(a.index)])));
    for (const auto& a : s.outputs)
      outputs.push_back(TypeJson(a.name, g.type(g.outputs()[static_cast<size_t>(a.index)])));
    all[s.key] = {{"inputs", inputs}, {"outputs", outputs}};
  }
  return all;
}

}  // namespace slipway::cli
