#pragma once
// The result of `slipway compare` as one HTML page that needs nothing else.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace slipway::cli {

// `result`: what --json writes.
std::string CompareHtml(const nlohmann::ordered_json& result);

}  // namespace slipway::cli
