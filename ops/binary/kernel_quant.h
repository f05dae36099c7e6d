#pragma once
// Binary on quantized codes, bit for bit as TFLite's reference kernels (kernel_quant.cc).

#include "interpreter/kernel.h"
#include "ops/binary/binary.h"

namespace slipway::ops {

// i8, u8 and i16 operands and result with one scale each; Add, Sub, Mul, Div, SquaredDifference. kUnsupported else.
Result<interpreter::Kernel> PrepareQuantized(const Binary&, interpreter::PrepareContext&);

}  // namespace slipway::ops
