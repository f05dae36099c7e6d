#include "ir/wire/tf.h"
#include "ops/unique/unique.h"

namespace slipway::ops {

// UniqueV2 names axes along which whole slices are compared: of a vector they make no difference.
Result<std::vector<ir::ValueId>> Unique::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(node.op == "UniqueV2" ? 2 : 1));
  const Shape& x = in.type(in.input(0)).shape;
  if (node.op == "UniqueV2" && (!x.has_rank() || x.rank() != 1))
    return Unsupported("unique slices of x of shape ", x, ", only the elements of a vector");
  Unique op;
  if (node.Has("out_idx")) {
    ASSIGN_OR_RETURN(op.index_type, node.Type("out_idx"));
  }
  return in.Add(op, {in.input(0)});
}

Status ToTf(const Unique& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> refs =
      out.Emit("Unique", {out.input(0)}, {{"T", out.in(0).dtype}, {"out_idx", op.index_type}}, {"y", "idx"});
  out.SetOutput(0, refs[0]);
  out.SetOutput(1, refs[1]);
  return OkStatus();
}

}  // namespace slipway::ops
