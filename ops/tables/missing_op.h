#pragma once
// What is said of an operator that this build does not have.

#include <string_view>

#include "base/status.h"

namespace slipway::ops {

// Where the schema knows it: "operator ADD is not supported".
Status MissingBuiltin(std::string_view name);
// A custom operator of ours or of nobody.
Status MissingCustom(std::string_view name);

}  // namespace slipway::ops
