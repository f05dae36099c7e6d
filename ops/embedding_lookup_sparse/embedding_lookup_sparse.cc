#include "ops/embedding_lookup_sparse/embedding_lookup_sparse.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(Combiner) {
  static constexpr const char* names[] = {"Sum", "Mean", "SqrtN"};
  return names;
}

Result<Shape> CombinedShape(std::span<const int64_t> shape, const Shape& params) {
  std::vector<int64_t> dims(shape.begin(), shape.end());
  for (int64_t d : dims)
    if (d < 0) return BadInput("shape [", StrJoin(dims, ","), "] holds ", d);
  dims.pop_back();
  dims.insert(dims.end(), params.begin() + 1, params.end());
  return Shape::FromDims(dims);
}

Result<TensorTypes> Infer(const EmbeddingLookupSparse&, Inputs in) {
  RETURN_IF_ERROR(in.Count(5));
  RETURN_IF_ERROR(CheckIntegers(in, 0, "ids", 1));      // embedding_lookup_sparse_c1
  RETURN_IF_ERROR(CheckIntegers(in, 1, "indices", 2));  // embedding_lookup_sparse_c1
  RETURN_IF_ERROR(CheckIntegers(in, 2, "shape", 1));    // embedding_lookup_sparse_c1
  const Shape &indices = in.shape(1), &weights = in.shape(3), &params = in.shape(4);
  int64_t n = LengthOf(in, 0), m = LengthOf(in, 2);
  if (m == 0) return BadInput("shape is empty, expected one axis at least");  // embedding_lookup_sparse_c1
  if (!Compatible(Shape{n, m}, indices))
    return BadInput("indices has shape ", indices, ", expected [", n, ",", m, "]");  // embedding_lookup_sparse_c1
  if (in.dtype(3) != DType::kF32 || !Compatible(Shape{n}, weights))
    return BadInput("weights is ", in[3], ", expected one f32 for each of ", n, " ids");  // embedding_lookup_sparse_c2
  if (in.dtype(4) != DType::kF32 || (params.has_rank() && params.rank() < 2))
    return BadInput("params is ", in[4], ", expected rows of f32");  // embedding_lookup_sparse_c2
  Shape y = Shape::UnknownRank();
  if (params.has_rank() && m > 0) {
    ASSIGN_OR_RETURN(y, UnknownDims(m + params.rank() - 2));
    for (int i = 1; i < params.rank(); ++i) y[static_cast<int>(m) + i - 2] = params[i];
    if (auto shape = in.Ints(2)) {
      ASSIGN_OR_RETURN(y, CombinedShape(*shape, params));
    }
  }
  return TensorTypes{TensorType(DType::kF32, y)};  // embedding_lookup_sparse_c4
}

}  // namespace slipway::ops
