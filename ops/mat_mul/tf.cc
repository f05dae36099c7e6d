#include "ir/wire/tf.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

// MatMul says transpose_a, the batch forms adj_x.
Result<std::vector<ir::ValueId>> MatMul::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  bool batch = node.op != "MatMul";
  MatMul op;
  ASSIGN_OR_RETURN(op.transpose_a, node.Bool(batch ? "adj_x" : "transpose_a", false));
  ASSIGN_OR_RETURN(op.transpose_b, node.Bool(batch ? "adj_y" : "transpose_b", false));
  if (node.Has("Tout")) {
    ASSIGN_OR_RETURN(DType result, node.Type("Tout"));
    if (result != in.type(in.input(0)).dtype) op.result = result;
  }
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const MatMul& op, wire::TfExporter& out) {
  const Shape &a = out.in(0).shape, &b = out.in(1).shape;
  bool matrices = a.has_rank() && b.has_rank() && a.rank() == 2 && b.rank() == 2;
  if (op.result != DType::kInvalid)
    out.SetOutput(0, out.Emit("BatchMatMulV3", {out.input(0), out.input(1)},
                              {{"Ta", out.in(0).dtype},
                               {"Tb", out.in(1).dtype},
                               {"Tout", op.result},
                               {"adj_x", op.transpose_a},
                               {"adj_y", op.transpose_b}},
                              {"output"})[0]);
  else if (matrices)
    out.SetOutput(0,
                  out.Emit("MatMul", {out.input(0), out.input(1)},
                           {{"T", out.in(0).dtype}, {"transpose_a", op.transpose_a}, {"transpose_b", op.transpose_b}},
                           {"product"})[0]);
  else
    out.SetOutput(
        0, out.Emit("BatchMatMulV2", {out.input(0), out.input(1)},
                    {{"T", out.in(0).dtype}, {"adj_x", op.transpose_a}, {"adj_y", op.transpose_b}}, {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
