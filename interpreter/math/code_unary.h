#pragma once
// Kernels of one quantized operand: y = f(x), code by code.

#include "interpreter/kernel.h"
#include "interpreter/math/code_table.h"

namespace slipway::interpreter {

// Bytes through a table.
Kernel MakeTableKernel(const ByteTable&, int64_t elements);
// 16-bit codes through an interpolated table.
Kernel MakeTableKernel(const WordTable&, int64_t elements);

}  // namespace slipway::interpreter
