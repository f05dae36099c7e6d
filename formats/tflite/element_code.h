#pragma once
// The file's TensorType codes and our DType. INT2 (19), UINT4 (20) and the float8 types (21, 22) have no DType: files
// that use them can be read and inspected, their tensors are not computed with.

#include <cstdint>
#include <optional>

#include "base/dtype.h"

namespace slipway::tflite {

// kInvalid if the code is unknown or has no DType.
DType DTypeFromCode(int code);
// Nothing for kInvalid.
std::optional<int8_t> CodeFromDType(DType);
// "FLOAT32"; nullptr for an unknown code.
const char* ElementCodeName(int code);
// Bits of one element: 32 for FLOAT32, 4 for INT4; 0 for strings, handles and unknown codes.
int ElementCodeBits(int code);

}  // namespace slipway::tflite
