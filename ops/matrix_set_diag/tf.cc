#include "ir/wire/tf.h"
#include "ops/matrix_set_diag/matrix_set_diag.h"

namespace slipway::ops {

// The later versions set any diagonals, here only the main one.
Result<std::vector<ir::ValueId>> MatrixSetDiag::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (node.op == "MatrixSetDiag") {
    RETURN_IF_ERROR(in.Count(2));
  } else {
    RETURN_IF_ERROR(in.Count(3));
    ASSIGN_OR_RETURN(int64_t k, in.ConstantInt(2, "k"));
    if (k != 0) return Unsupported("diagonal ", k, ", only 0");
  }
  return in.Add(MatrixSetDiag{}, {in.input(0), in.input(1)});
}

Status ToTf(const MatrixSetDiag&, wire::TfExporter& out) {
  out.SetOutput(0, out.Emit("MatrixSetDiag", {out.input(0), out.input(1)}, {{"T", out.in(0).dtype}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
