#pragma once
// Bodies and replies of REST classify and regress.

#include <string>
#include <string_view>
#include <vector>

#include "serving/inference.h"

namespace slipway::serving {

// {"signature_name": S, "context": {...}, "examples": [{FEATURE: VALUE or [VALUES]}, ...]}. JSON integers and booleans
// make an int64 feature, other numbers a float feature, strings and {"b64": ...} a bytes feature.
RpcStatus ReadExamples(std::string_view body, ExampleInputs* inputs);

// {"results": [[["LABEL", SCORE], ...], ...]}
std::string ClassificationsJson(const std::vector<Classification>&);
// {"results": [VALUE, ...]}
std::string RegressionsJson(const std::vector<float>&);

}  // namespace slipway::serving
