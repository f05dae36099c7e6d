#pragma once
// What this build has kernels for. The whole build has all; the lists of a selective build (cmake/selective.cmake) hold
// what its models need, and code that asks here for the rest is not linked.

#include "base/cpu.h"
#include "base/dtype.h"

namespace slipway::interpreter {

enum class Product {
  kFloat,    // f32 x and weights
  kBytes,    // codes of 8 bits
  kWords,    // codes of 16 bits
  kDynamic,  // f32 x, weights of 8 or 4 bits
};

constexpr bool Keeps(Product p) {
#define KEPT_PRODUCT(name) \
  if (p == Product::name) return true;
#include "interpreter/kept_products.def"
#undef KEPT_PRODUCT
  return false;
}

constexpr bool KeepsAllKernels() {
  for (int t = 1; t < kDTypeCount; ++t)
    if (!KeepsDType(static_cast<DType>(t))) return false;
  return Keeps(Product::kFloat) && Keeps(Product::kBytes) && Keeps(Product::kWords) && Keeps(Product::kDynamic);
}

}  // namespace slipway::interpreter
