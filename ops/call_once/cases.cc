#include "ops/cases.h"
#include "ops/call_once/call_once.h"

namespace slipway::ops {

// The graph belongs to a module: tests of what runs are those of plans and interpreters. Here only what Infer refuses.
std::vector<Case> Cases(const CallOnce*) {
  return {{.name = "call_once_c1", .op = CallOnce{}, .inputs = {Rand({2})}, .error = "expected 0 operands"}};
}

}  // namespace slipway::ops
