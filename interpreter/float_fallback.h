#pragma once
// Quantized ops without an integer kernel of their own (TFLite has none either, or the scales are none that its kernels
// take), through their float kernel: operands are dequantized into
// scratch, the float kernel runs, results are quantized. Integer results are those of the exact real function, rounded
// once, so they lie within one step of an integer kernel; a hybrid op (float operands, int8 weights) computes with the
// weights' real values. Constants are dequantized when the plan is made.

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// Last in the order of sets. Takes nodes that have a quantized operand or result and a float kernel.
const KernelSet& FloatFallbackKernels();

}  // namespace slipway::interpreter
