#pragma once

#include <cstdint>

namespace slipway::interpreter {

// Calls of operator new in this process so far.
int64_t CountAllocations();

}  // namespace slipway::interpreter
