#pragma once
// States: operands that an op changes in place and that keep their elements between runs (recurrent layers). The op
// says
//   static constexpr bool kStateful = true; static constexpr int kStates[] = {4};
// and may have a member `bool keeps_states`, without which they are ordinary operands.

#include <span>

#include "ops/op.h"

namespace slipway::ops {

// Ascending. Defined in tables/states.cc.
std::span<const int> StatesOf(const Op&);

}  // namespace slipway::ops
