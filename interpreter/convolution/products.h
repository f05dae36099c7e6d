#pragma once
// The matrix products that one MatMul stands for.

#include <vector>

#include "base/shape.h"

namespace slipway::interpreter {

struct Products {
  int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  std::vector<int64_t> a, b;  // for each product, which matrix of a and of b
  int64_t distinct_b = 0;     // matrices in b
};

// Shapes of rank >= 2, static; y is the result's.
Products MakeProducts(bool transpose_a, bool transpose_b, const Shape& a, const Shape& b, const Shape& y);

}  // namespace slipway::interpreter
