#pragma once
// Lookup tables belong to the module, as variables do; ops name them by index.

#include "ops/op.h"

namespace slipway::ops {

// The table that an op uses; -1: none.
int TableOf(const Op&);
// What keys and values may be.
bool IsTableKey(DType);
bool IsTableValue(DType);

}  // namespace slipway::ops
