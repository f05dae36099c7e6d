#include "ir/wire/tf.h"
#include "ops/matrix_diag/matrix_diag.h"

namespace slipway::ops {

// The later versions place the vectors on any diagonals of matrices of any size: here the main one of square ones.
Result<std::vector<ir::ValueId>> MatrixDiag::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (node.op == "MatrixDiag") {
    RETURN_IF_ERROR(in.Count(1));
    return in.Add(MatrixDiag{}, {in.input(0)});
  }
  RETURN_IF_ERROR(in.Count(5));
  ASSIGN_OR_RETURN(int64_t k, in.ConstantInt(1, "k"));
  ASSIGN_OR_RETURN(int64_t rows, in.ConstantInt(2, "num_rows"));
  ASSIGN_OR_RETURN(int64_t columns, in.ConstantInt(3, "num_cols"));
  const Shape& x = in.type(in.input(0)).shape;
  int64_t n = x.has_rank() && x.rank() > 0 ? x.back() : kUnknownDim;
  auto square = [n](int64_t size) { return size == -1 || (n >= 0 && size == n); };
  if (k != 0 || !square(rows) || !square(columns))
    return Unsupported("diagonal ", k, " of matrices of size [", rows, ",", columns, "], only 0 of square ones");
  const Tensor* padding = in.ConstantOf(in.input(4));
  if (!padding || !(IsNumber(padding->dtype()) || padding->dtype() == DType::kBool) || padding->elements() != 1 ||
      padding->AsDoubles()[0] != 0)
    return Unsupported("a padding_value that is not 0");
  return in.Add(MatrixDiag{}, {in.input(0)});
}

Status ToTf(const MatrixDiag&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("MatrixDiag", {out.input(0)}, {{"T", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
