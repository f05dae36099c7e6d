#include "ops/tables/missing_op.h"

namespace slipway::ops {

Status MissingBuiltin(std::string_view name) { return Unsupported("operator ", name, " is not supported"); }

Status MissingCustom(std::string_view name) { return Unsupported("custom operator '", name, "' is not supported"); }

}  // namespace slipway::ops
