#include "ops/cases.h"
#include "ops/call/call.h"

namespace slipway::ops {

// The graph belongs to a module: tests of what runs are those of plans and interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const Call*) {
  return {{.name = "call_c2",
           .op = Call{.dtypes = {DType::kF32}},
           .inputs = {Rand({2})},
           .error = "states 1 dtypes and 0 shapes of results"}};
}

}  // namespace slipway::ops
