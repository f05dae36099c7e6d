#pragma once
// The rows of kinds.def as types: Value(a, b) and the two derivatives, for numbers and (derivatives) graph values.

#include "ops/binary/binary.h"
#include "ops/scalar.h"

namespace slipway::ops {

namespace scalar {

#define BINARY(kind, tflite, tf, types, f, da, db, xnn, tolerance)                                                \
  struct kind##Pair {                                                                                             \
    static constexpr BinaryTypes kTypes = BinaryTypes::types;                                                     \
    static constexpr BinaryKind kKind = BinaryKind::k##kind;                                                      \
    template <class T>                                                                                            \
    static T Value(const T& a, const T& b) {                                                                      \
      return f;                                                                                                   \
    }                                                                                                             \
    template <class T>                                                                                            \
    static T DerivativeA([[maybe_unused]] const T& a, [[maybe_unused]] const T& b, [[maybe_unused]] const T& y) { \
      return da;                                                                                                  \
    }                                                                                                             \
    template <class T>                                                                                            \
    static T DerivativeB([[maybe_unused]] const T& a, [[maybe_unused]] const T& b, [[maybe_unused]] const T& y) { \
      return db;                                                                                                  \
    }                                                                                                             \
  };
#include "ops/binary/kinds.def"
#undef BINARY

}  // namespace scalar

// Has the kind a meaning for numbers of type T?
template <class T, class Pair>
inline constexpr bool kTakes = Pair::kTypes != (scalar::kIsInteger<T> ? BinaryTypes::kReal : BinaryTypes::kInteger);

// Calls visit(Pair{}) for the kind, if it has a meaning for numbers of type T.
template <class T, class F>
void VisitBinary(BinaryKind kind, F&& visit) {
  switch (kind) {
#define BINARY(kind, ...)                                                     \
  case BinaryKind::k##kind:                                                   \
    if constexpr (kTakes<T, scalar::kind##Pair>) visit(scalar::kind##Pair{}); \
    break;
#include "ops/binary/kinds.def"
#undef BINARY
  }
}

// What integers refuse: nullptr, or why b cannot be the second operand.
template <class T>
const char* RefusedOperand(BinaryKind kind, const Wrapping<T>& b) {
  if (b.v == 0 && (kind == BinaryKind::kDiv || kind == BinaryKind::kFloorDiv || kind == BinaryKind::kFloorMod))
    return "integer division by zero";
  if (b.v < 0 && kind == BinaryKind::kPow) return "an integer to a negative power";
  return nullptr;
}

}  // namespace slipway::ops
