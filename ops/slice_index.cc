#include "ops/slice_index.h"

namespace slipway::ops {

Status CheckSliceIndices(Inputs in, int i) {
  if (!IsInteger(in.dtype(i))) return BadInput("indices are ", in.dtype(i), ", expected integers");
  const Shape& s = in.shape(i);
  if (s.has_rank() && s.rank() == 0) return BadInput("indices are a scalar, expected one axis at least");
  return OkStatus();
}

Result<Shape> SlicesShape(const Shape& indices, const Shape& of) {
  if (!indices.has_rank() || !of.has_rank() || indices.back() < 0) return Shape::UnknownRank();
  if (indices.back() > of.rank()) return BadInput("indices of ", indices.back(), " numbers do not fit the shape ", of);
  std::vector<int64_t> dims(indices.begin(), indices.end() - 1);
  dims.insert(dims.end(), of.begin() + indices.back(), of.end());
  return Shape::FromDims(dims);
}

}  // namespace slipway::ops
