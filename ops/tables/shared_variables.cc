// Which ops share their own variables, in the order of ops.def.
#include "ops/ops.h"
#include "ops/own_variable.h"

namespace slipway::ops {

namespace {

template <class T>
constexpr bool Shares() {
  if constexpr (requires { T::kSharesVariable; })
    return T::kSharesVariable;
  else
    return false;
}

constexpr bool kShares[] = {
#define OP(T, tflite, tf) Shares<T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

bool SharesOwnVariable(const Op& op) { return kShares[op.info().index]; }

}  // namespace slipway::ops
