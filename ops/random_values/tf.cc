#include "ir/wire/tf.h"
#include "ops/random_values/random_values.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> RandomValues::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(DType dtype, node.Type("dtype"));
  if (dtype != DType::kF32) return Unsupported(node.op, " of ", dtype);
  RandomValues op{.kind = node.op == "RandomUniform" ? RandomKind::kUniform : RandomKind::kNormal};
  ASSIGN_OR_RETURN(op.seed, node.Int("seed", 0));
  ASSIGN_OR_RETURN(op.seed2, node.Int("seed2", 0));
  return in.Add(op, {in.input(0)});
}

Status ToTf(const RandomValues& op, wire::TfExporter& out) {
  const char* name = op.kind == RandomKind::kUniform ? "RandomUniform" : "RandomStandardNormal";
  out.SetOutput(0, out.Emit(name, {out.input(0)},
                            {{"T", out.in(0).dtype}, {"dtype", DType::kF32}, {"seed", op.seed}, {"seed2", op.seed2}},
                            {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
