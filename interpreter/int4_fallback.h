#pragma once
// Ops that move or pick elements, on packed 4-bit integers: operands are unpacked to int8 in scratch, the int8 kernel
// runs, results are packed again. The same values, since such ops keep scale and zero point.

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// Takes nodes with an i4 result whose quantization rule is `same_scale`.
const KernelSet& Int4FallbackKernels();
// Does the op's quantization rule say `same_scale`? (ops/tables/kernel.cc)
bool KeepsScale(const ops::Op&);

}  // namespace slipway::interpreter
