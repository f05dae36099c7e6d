#pragma once
// Operators that keep something from run to run in a variable that no file declares: the module gets one for each.

#include <optional>

#include "ops/op.h"

namespace slipway::ops {

// The type of the variable that the op needs; none for most.
std::optional<TensorType> OwnVariableOf(const Op&);
// The op with that variable.
Op WithOwnVariable(const Op&, int variable);

}  // namespace slipway::ops
