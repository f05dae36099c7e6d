#include "ops/graph_use.h"

namespace slipway::ops {

std::vector<TensorType> StatedTypes(const std::vector<DType>& dtypes, const std::vector<Shape>& shapes) {
  std::vector<TensorType> types;
  for (size_t i = 0; i < dtypes.size(); ++i)
    types.emplace_back(dtypes[i], i < shapes.size() ? shapes[i] : Shape::UnknownRank());
  return types;
}

Shape CommonShape(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank() || a.rank() != b.rank()) return Shape::UnknownRank();
  Shape common = a;
  for (int i = 0; i < a.rank(); ++i)
    if (a[i] != b[i]) common[i] = kUnknownDim;
  return common;
}

bool IsOneBool(const TensorType& t) {
  if (t.dtype != DType::kBool) return false;
  return !t.shape.IsStatic() || t.shape.Elements() == 1;
}

}  // namespace slipway::ops
