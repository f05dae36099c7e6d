#include "ir/wire/tf.h"
#include "ops/sparse_to_dense/sparse_to_dense.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> SparseToDense::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(4));
  SparseToDense op;
  ASSIGN_OR_RETURN(op.validate_indices, node.Bool("validate_indices", true));
  return in.Add(op, {in.input(0), in.input(1), in.input(2), in.input(3)});
}

Status ToTf(const SparseToDense& op, wire::TfExporter& out) {
  if (out.in(0).dtype != out.in(1).dtype) return Unsupported("indices and shape of two types have no TensorFlow form");
  out.SetOutput(
      0, out.Emit("SparseToDense", {out.input(0), out.input(1), out.input(2), out.input(3)},
                  {{"T", out.in(2).dtype}, {"Tindices", out.in(0).dtype}, {"validate_indices", op.validate_indices}},
                  {"dense"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
