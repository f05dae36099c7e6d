#pragma once
// FullyConnected from codes of u8 to codes of i16, bit for bit as TFLite's kernels.

#include "interpreter/kernel.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::ops {

Result<interpreter::Kernel> PrepareFullyConnectedWords(const FullyConnected&, interpreter::PrepareContext&);

}  // namespace slipway::ops
