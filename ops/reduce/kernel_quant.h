#pragma once
// Reductions of 8- and 16-bit codes, bit for bit as TFLite's reference kernels (SUM of
// i8 and i16: as its optimised ones): 32-bit totals of codes, rescaled once; products rescaled after each
// factor.

#include <optional>

#include "base/fixed_point.h"
#include "interpreter/math/code_scale.h"
#include "ops/reduce/fold.h"

namespace slipway::ops {

// How totals of codes become codes of the result.
struct CodeFinish {
  int32_t x_zero = 0, y_zero = 0;
  FixedMultiplier factor;  // the scales' ratio
  float ratio = 1;
  bool mean = false;
  void (*run)(const CodeFinish&, const void* totals, int64_t n, int64_t count, void* y) = nullptr;
};

// Loops that sum codes into i32 (`finish` is null).
Fold CodeSums(DType);
CodeFinish MakeCodeFinish(bool mean, DType, const interpreter::CodeScale& x, const interpreter::CodeScale& y);

// One product of codes.
struct CodeProduct {
  int32_t x_zero = 0, y_zero = 0;
  FixedMultiplier factor;  // scale(x) / scale(y)^(1 / count)
};
CodeProduct MakeCodeProduct(const interpreter::CodeScale& x, const interpreter::CodeScale& y, int64_t count);
// `total` times `code`, or the first of a product.
int32_t MultiplyCode(const CodeProduct&, int32_t total, int32_t code, bool first);
int32_t FinishProduct(const CodeProduct&, int32_t total);

}  // namespace slipway::ops
