#pragma once
// Which element types are complex numbers, and of what.

#include "base/dtype.h"

namespace slipway {

constexpr bool IsComplex(DType t) { return t == DType::kC64 || t == DType::kC128; }
// The type of the real and imaginary part.
constexpr DType PartOf(DType complex) { return complex == DType::kC128 ? DType::kF64 : DType::kF32; }

}  // namespace slipway
