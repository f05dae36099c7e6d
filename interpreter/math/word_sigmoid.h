#pragma once
// LOGISTIC and TANH of 16-bit codes as TFLite's reference kernels compute them: linear interpolation in one table of
// the logistic function at multiples of 1/24 (tanh(x) = 2 logistic(2 x) - 1), zero points 0, result scale 2^-15.

#include "interpreter/kernel.h"

namespace slipway::interpreter {

Kernel MakeWordSigmoid(float x_scale, int64_t elements);
Kernel MakeWordTanh(float x_scale, int64_t elements);

}  // namespace slipway::interpreter
