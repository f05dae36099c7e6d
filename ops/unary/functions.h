#pragma once
// The rows of kinds.def as types: Value(x) = f(x) and Derivative(x, y) = f'(x), for numbers and for graph values.

#include "ops/scalar.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

namespace scalar {

#define UNARY(kind, tflite, tf, types, f, df, xnn, tolerance)                       \
  struct kind##Function {                                                           \
    static constexpr UnaryTypes kTypes = UnaryTypes::types;                         \
    static constexpr UnaryKind kKind = UnaryKind::k##kind;                          \
    template <class T>                                                              \
    static T Value([[maybe_unused]] const T& x) {                                   \
      return f;                                                                     \
    }                                                                               \
    template <class T>                                                              \
    static T Derivative([[maybe_unused]] const T& x, [[maybe_unused]] const T& y) { \
      return df;                                                                    \
    }                                                                               \
  };
#include "ops/unary/kinds.def"
#undef UNARY

}  // namespace scalar

// Calls visit(Function{}) for the kind, if the kind has a meaning for numbers of type T (kReal kinds: not for
// integers).
template <class T, class F>
void VisitUnary(UnaryKind kind, F&& visit) {
  switch (kind) {
#define UNARY(kind, ...)                                                                         \
  case UnaryKind::k##kind:                                                                       \
    if constexpr (!scalar::kIsInteger<T> || scalar::kind##Function::kTypes != UnaryTypes::kReal) \
      visit(scalar::kind##Function{});                                                           \
    break;
#include "ops/unary/kinds.def"
#undef UNARY
  }
}

}  // namespace slipway::ops
