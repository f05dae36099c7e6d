// Which operands of every op are states, in the order of ops.def.
#include "ops/states.h"

#include "ops/ops.h"

namespace slipway::ops {

namespace {

template <class T>
constexpr std::span<const int> States() {
  if constexpr (requires { T::kStates; }) {
    static_assert(T::kStateful, "an op that changes operands is stateful");
    return T::kStates;
  } else {
    return {};
  }
}

constexpr std::span<const int> kStates[] = {
#define OP(T, tflite, tf) States<T>(),
#include "ops/ops.def"
#undef OP
};

}  // namespace

std::span<const int> StatesOf(const Op& op) { return kStates[op.info().index]; }

}  // namespace slipway::ops
