#pragma once
// What `slipway convert --report` tells about the graph that was written, as JSON and as a page of its own.

#include <nlohmann/json.hpp>
#include <string>

#include "ir/graph.h"

namespace slipway::cli {

// Adds "layers" (every operator with the layer of the user's model that it came from, its results and the bytes of its
// weights), "sizes" (the same by operator) and "outputs" (where each output of a signature comes from).
void DescribeGraphs(const ir::Module&, nlohmann::ordered_json* report);
// The report as HTML that needs no other file.
std::string ReportHtml(const nlohmann::ordered_json& report);

}  // namespace slipway::cli
