#include "ops/string_join/string_join.h"

#include <limits>

namespace slipway::ops {

Result<TensorTypes> Infer(const StringJoin&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1, std::numeric_limits<int>::max()));
  Shape y = Shape{};
  for (int i = 0; i < in.size(); ++i) {
    if (in.dtype(i) != DType::kString)
      return BadInput("operand ", i, " is ", in.dtype(i), ", expected strings");  // string_join_c1
    const Shape& x = in.shape(i);
    if (!x.has_rank()) return TensorTypes{{DType::kString, Shape::UnknownRank()}};
    if (x.rank() == 0) continue;
    std::optional<Shape> merged = y.rank() == 0 ? x : Merge(y, x);
    if (!merged) return BadInput("operand ", i, " has shape ", x, ", others ", y);  // string_join_c2
    y = *merged;
  }
  return TensorTypes{{DType::kString, y}};
}

}  // namespace slipway::ops
