#pragma once
// Sentences about elements that a kernel refuses (EvalContext::Fail).

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// "[1,0]": where element `at` of a tensor is.
inline void AppendIndex(const Shape& shape, int64_t at, FixedText* text) {
  text->Append('[');
  for (int axis = 0; axis < shape.rank(); ++axis) {
    int64_t inner = shape.Elements(axis + 1, shape.rank());
    text->Append(axis ? "," : "", at / inner);
    at %= inner;
  }
  text->Append(']');
}

// For indices (anything with []) one of which is outside of [0, n), in TensorFlow's words: "indices[1,0] = 7 is not in
// [0, 5)".
template <class Indices>
Code RefuseIndex(const Shape& shape, const Indices& indices, int64_t n, EvalContext& c, const char* name = "indices") {
  auto inside = [n](auto i) { return static_cast<uint64_t>(static_cast<int64_t>(i)) < static_cast<uint64_t>(n); };
  int64_t at = 0, count = shape.Elements();
  while (at < count && inside(indices[at])) ++at;
  if (at == count) return Code::kIndexOutOfRange;
  FixedText where;
  AppendIndex(shape, at, &where);
  return c.Fail(Code::kIndexOutOfRange, name, where.view(), " = ", static_cast<int64_t>(indices[at]), " is not in [0, ",
                n, ")");
}

}  // namespace slipway::interpreter
