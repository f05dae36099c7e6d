#pragma once
// BFloat16Kernels: layers of f32 whose products run in bfloat16, for whoever takes speed for precision: Conv2D and
// FullyConnected with constant weights on x86-64 processors with AVX512_BF16 or AMX. Relative errors are about 2^-8 per
// product; sums, biases, activations and all other operators stay f32. Takes nothing where it is not faster.

#include "interpreter/kernel.h"

namespace slipway::interpreter {

const KernelSet& BFloat16Kernels();

}  // namespace slipway::interpreter
