#include "ops/sparse_to_dense/sparse_to_dense.h"

namespace slipway::ops {

Result<Shape> PlacesShape(const Shape& indices, int64_t rank) {
  Shape places = indices;
  if (indices.rank() == 0) places = Shape{1, 1};
  if (indices.rank() == 1) places = Shape{indices[0], 1};
  if (indices.rank() > 2 || (rank >= 0 && places[1] >= 0 && places[1] != rank))
    return BadInput("indices of shape ", indices, " do not name places in ", rank, " axes");  // sparse_to_dense_c1
  return places;
}

Result<Shape> DenseShape(std::span<const int64_t> dims) {
  for (int64_t d : dims)
    if (d < 0) return BadInput("shape [", StrJoin(dims, ","), "] holds ", d);  // sparse_to_dense_c1
  return Shape::FromDims(dims);
}

Result<TensorTypes> Infer(const SparseToDense&, Inputs in) {
  RETURN_IF_ERROR(in.Count(4));
  if (!IsInteger(in.dtype(0)))
    return BadInput("indices are ", in.dtype(0), ", expected integers");  // sparse_to_dense_c1
  RETURN_IF_ERROR(CheckIntegers(in, 1, "shape", 1));                      // sparse_to_dense_c1
  const Shape &indices = in.shape(0), &values = in.shape(2);
  if (indices.has_rank()) {
    ASSIGN_OR_RETURN(Shape places, PlacesShape(indices, LengthOf(in, 1)));  // sparse_to_dense_c1
    bool one_each =
        !values.has_rank() || (values.rank() == 1 && (values[0] < 0 || places[0] < 0 || values[0] == places[0]));
    if (!one_each && values.rank() != 0)
      return BadInput("there are values of shape ", values, " for ", places[0], " places");  // sparse_to_dense_c2
  }
  if (in.dtype(3) != in.dtype(2) || (in.shape(3).IsStatic() && in.shape(3).Elements() != 1))
    return BadInput("fill is ", in[3], ", expected one ", in.dtype(2));  // sparse_to_dense_c3
  ASSIGN_OR_RETURN(Shape y, UnknownDims(LengthOf(in, 1)));
  if (auto dims = in.Ints(1)) {
    ASSIGN_OR_RETURN(y, DenseShape(*dims));  // sparse_to_dense_c1
  }
  return TensorTypes{TensorType(in.dtype(2), y, MovedQuant(in[2]))};  // sparse_to_dense_c5
}

}  // namespace slipway::ops
