#pragma once
// Arithmetic of two arrays of quantized codes, one row at a time, as TFLite's reference kernels do it: sums and
// differences on a common fine scale, products of the codes. The rows are compiled once per instruction set.

#include <cstdint>

#include "base/cpu.h"
#include "base/dtype.h"
#include "interpreter/math/rescale.h"

namespace slipway::interpreter {

// With a and b less their zero points:
//   kSum:                y(a a_unit + s(b)),  s(b) = b rescaled, its sign changed where b_sign = -1
//   kSquaredDifference:  y((a a_unit - s(b))^2)
//   kProduct:            y(a b)
enum class CodePair { kSum, kSquaredDifference, kProduct };

struct CodePairArgs {
  int32_t a_zero = 0, b_zero = 0, y_zero = 0;
  int32_t lo = 0, hi = 0;  // codes that the result may take
  int32_t a_unit = 1, b_sign = 0;
  Rescale b, y;
  // For kSum of bytes a real_a + b real_b + real_zero is the result in its steps, for kProduct (a - a_zero) (b -
  // b_zero) real_a + real_zero, but for `doubt`: farther from the middle between two codes it rounds to the same code.
  // doubt 0: not given.
  float real_a = 0, real_b = 0, real_zero = 0, doubt = 0;
};

// y[i] = pair(a[i * a_step], b[i * b_step]), steps 0 or 1. y may be a or b.
using CodePairRow = void (*)(const CodePairArgs&, const void* a, const void* b, void* y, int64_t n, int64_t a_step,
                             int64_t b_step);

// nullptr unless the dtype is i8, u8 or i16.
CodePairRow CodePairRowOf(CodePair, DType, Isa);

CodePairRow CodePairRowPortable(CodePair, DType);
#if defined(__x86_64__)
CodePairRow CodePairRowAvx2(CodePair, DType);
CodePairRow CodePairRowAvx512(CodePair, DType);
#endif

}  // namespace slipway::interpreter
