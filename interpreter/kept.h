#pragma once
// What this build has kernels for. The whole build has all; the lists of a selective build (cmake/selective.cmake) hold
// what its models need, and code that asks here for the rest is not linked.

#include <type_traits>

#include "base/cpu.h"
#include "base/dtype.h"

namespace slipway::ops {
#define OP(name, ...) struct name;
#include "ops/ops.def"
#undef OP
}  // namespace slipway::ops

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

// Has an operator of this kind an operand or result of this type?
template <class Op>
constexpr bool KeepsFor(DType t) {
#define EVERY_USE return KeepsDType(t);
#define KEPT_USE(op, type) \
  if (std::is_same_v<Op, ops::op> && t == DType::type) return true;
#include "interpreter/kept_uses.def"
#undef KEPT_USE
#undef EVERY_USE
  return false;
}

// VisitFixedDType for operands of these operators.
template <class Op, class F>
bool VisitFixedDTypeFor(DType t, F&& f) {
  bool visited = false;
  VisitFixedDType(t, [&](auto tag) {
    if constexpr (KeepsFor<Op>(DTypeOf<decltype(tag)>())) {
      f(tag);
      visited = true;
    }
  });
  return visited;
}

// What not every model or program needs.
enum class Part {
  kEngines,    // engines that could take nodes (interpreter/node_engine.h)
  kObservers,  // interpreter/observer.h
  kCalls,      // operators that run graphs
  kResources,  // variables and lookup tables
  kStates,     // tensors that are kept between runs
  kFolding,    // operators that run once, when the plan is made
};

constexpr bool Keeps([[maybe_unused]] Part p) {
#define KEPT_PART(name) \
  if (p == Part::name) return true;
#include "interpreter/kept_parts.def"
#undef KEPT_PART
  return false;
}

constexpr bool KeepsAllKernels() {
  for (int t = 1; t < kDTypeCount; ++t)
    if (!KeepsDType(static_cast<DType>(t))) return false;
  return Keeps(Product::kFloat) && Keeps(Product::kBytes) && Keeps(Product::kWords) && Keeps(Product::kDynamic);
}

}  // namespace slipway::interpreter
