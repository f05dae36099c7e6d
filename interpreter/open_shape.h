#pragma once
// Shapes that a result gets from the elements of an operand at run time.

#include <vector>

#include "interpreter/kernel.h"

namespace slipway::interpreter {

// The elements of an integer operand.
inline std::vector<int64_t> IntsOfOperand(const TensorType& type, int operand, const EvalContext& c) {
  size_t bytes = DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements()));
  return Tensor(type, Buffer::View(nullptr, c.In<void>(operand), bytes)).AsInts();
}

// The shape that operand `operand` says, of type `type`; refuses what is no shape.
inline Code ShapeFromOperand(const TensorType& type, int operand, EvalContext& c, Shape* shape) {
  std::vector<int64_t> dims = IntsOfOperand(type, operand, c);
  for (int64_t d : dims)
    if (d < 0) return c.Fail(Code::kBadShape, "dims [", StrJoin(dims, ","), "] holds ", d);
  Result<Shape> made = Shape::FromDims(dims);
  if (!made.ok()) return c.Fail(Code::kBadShape, made.status().message());
  *shape = *made;
  return Code::kOk;
}

}  // namespace slipway::interpreter
