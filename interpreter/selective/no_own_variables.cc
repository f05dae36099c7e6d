// In place of ops/own_variable.cc, for models without operators that need a variable of their own.
#include "ops/own_variable.h"

namespace slipway::ops {

std::optional<TensorType> OwnVariableOf(const Op&) { return std::nullopt; }
Op WithOwnVariable(const Op& op, int) { return op; }

}  // namespace slipway::ops
