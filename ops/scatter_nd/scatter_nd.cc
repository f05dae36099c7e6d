#include "ops/scatter_nd/scatter_nd.h"

namespace slipway::ops {

Result<Shape> ScatteredShape(std::span<const int64_t> dims, const Shape& indices, const Shape& updates) {
  for (int64_t d : dims)
    if (d < 0) return BadInput("shape [", StrJoin(dims, ","), "] holds ", d);  // scatter_nd_c1
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(dims));
  ASSIGN_OR_RETURN(Shape slices, SlicesShape(indices, y));  // scatter_nd_c2
  if (!Compatible(slices, updates))
    return BadInput("updates have shape ", updates, ", indices ", indices, " into ", y, " want ", slices);
  return y;
}

Result<TensorTypes> Infer(const ScatterNd&, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  RETURN_IF_ERROR(CheckSliceIndices(in, 0));          // scatter_nd_c1
  RETURN_IF_ERROR(CheckIntegers(in, 2, "shape", 1));  // scatter_nd_c1
  DType t = in.dtype(1);
  if (!IsNumber(t) && t != DType::kBool) return BadInput("updates are ", t, ", expected numbers");  // scatter_nd_c4
  ASSIGN_OR_RETURN(Shape y, UnknownDims(LengthOf(in, 2)));
  if (auto dims = in.Ints(2)) {
    ASSIGN_OR_RETURN(y, ScatteredShape(*dims, in.shape(0), in.shape(1)));
  }
  return TensorTypes{TensorType(t, y, MovedQuant(in[1]))};  // scatter_nd_c5
}

}  // namespace slipway::ops
