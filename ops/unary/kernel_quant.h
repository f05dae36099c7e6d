#pragma once
// Unary on quantized codes, bit for bit as TFLite's reference kernels where it has one (kernel_quant.cc).

#include "interpreter/kernel.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

// i8, u8 and i16 operand and result with one scale each. kUnsupported for kinds that have no 16-bit form.
Result<interpreter::Kernel> PrepareQuantized(const Unary&, interpreter::PrepareContext&);

}  // namespace slipway::ops
