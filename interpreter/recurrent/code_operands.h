#pragma once
// Operands of recurrent layers on codes: their scales, zero points and constants.

#include <span>
#include <vector>

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// The one scale of `what`, which is positive.
Result<float> ScaleOf(const TensorType&, const char* what);
Result<float> ScaleOf(const PrepareContext&, int operand);
// Zero points of codes are codes.
Status CheckZero(int64_t zero, const char* what);
Result<const Tensor*> Constant(const PrepareContext&, int operand);
// The codes of several [n, k] matrices of constants one below the other.
Result<std::vector<int8_t>> StackCodes(const PrepareContext&, std::span<const int> operands);

}  // namespace slipway::interpreter
