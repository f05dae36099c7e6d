// Which operands of every op are states, in the order of ops.def.
#include "ops/states.h"

#include "ops/ops.h"

namespace slipway::ops {

namespace {

template <class T>
std::span<const int> States([[maybe_unused]] const void* op) {
  if constexpr (requires { T::kStates; }) {
    static_assert(T::kStateful, "an op that changes operands is stateful");
    if constexpr (requires(const T& t) { t.keeps_states; })
      if (!static_cast<const T*>(op)->keeps_states) return {};
    return T::kStates;
  } else {
    return {};
  }
}

using StatesFunction = std::span<const int> (*)(const void*);

constexpr StatesFunction kStates[] = {
#define OP(T, tflite, tf) States<T>,
#include "ops/ops.def"
#undef OP
};

}  // namespace

std::span<const int> StatesOf(const Op& op) { return kStates[op.info().index](op.data()); }

}  // namespace slipway::ops
