#pragma once
// What `slipway inspect --html` shows: the description as tables, and the graphs of the model as pictures.

#include <nlohmann/json.hpp>
#include <string>

#include "ir/graph.h"

namespace slipway::cli {

// `module` may have no graphs (a checkpoint, a TFRecord).
std::string InspectHtml(const std::string& path, const nlohmann::ordered_json& description, const ir::Module& module);

}  // namespace slipway::cli
