#include "ops/own_variable.h"

namespace slipway::ops {

std::optional<TensorType> OwnVariableOf(const Op& op) {
  return op.info().own_variable ? op.info().own_variable(op.data()) : std::nullopt;
}

Op WithOwnVariable(const Op& op, int variable) {
  std::shared_ptr<void> own = op.info().clone(op.data());
  op.info().set_variable(own.get(), variable);
  return Op(op.info(), std::move(own));
}

}  // namespace slipway::ops
