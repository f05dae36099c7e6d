#pragma once
// Quantized matrix products of two activations (BATCH_MATMUL): i8 x i8 to i8 or i32, i16 x i16 to i16, and f32 x i8
// whose rows of a are quantized at run time. b is packed per invoke unless it is constant.

#include "interpreter/convolution/products.h"
#include "interpreter/kernel.h"

namespace slipway::interpreter {

// Is it one of the forms above?
bool IsQuantizedMatMul(const PrepareContext& c);
// `asymmetric`: f32 rows of a get a zero point.
Result<Kernel> PrepareQuantizedMatMul(const Products& products, bool asymmetric, const PrepareContext& c);

}  // namespace slipway::interpreter
