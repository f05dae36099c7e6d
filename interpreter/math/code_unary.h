#pragma once
// Kernels of one quantized operand: y = f(x), code by code.

#include "interpreter/kernel.h"
#include "interpreter/math/code_table.h"

namespace slipway::interpreter {

// Bytes through a table. `refused`: codes that are errors when they occur.
Kernel MakeTableKernel(const ByteTable&, int64_t elements);
Kernel MakeTableKernel(const ByteTable&, const std::array<bool, 256>& refused, int64_t elements);
// 16-bit codes through an interpolated table; codes below `least` are errors.
Kernel MakeTableKernel(const WordTable&, int16_t least, int64_t elements);

}  // namespace slipway::interpreter
