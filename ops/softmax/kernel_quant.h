#pragma once
// Softmax of 8- and 16-bit codes, bit for bit as TFLite's reference kernels (kernel_quant.cc).

#include "interpreter/kernel.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

Result<interpreter::Kernel> PrepareQuantized(const Softmax&, interpreter::PrepareContext&);

}  // namespace slipway::ops
