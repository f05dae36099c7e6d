#include "ir/wire/tf.h"
#include "ops/top_k/top_k.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> TopK::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  TopK op;
  if (node.Has("index_type")) {
    ASSIGN_OR_RETURN(op.index_type, node.Type("index_type"));
  }
  if (node.op == "TopK") {
    RETURN_IF_ERROR(in.Count(1));
    ASSIGN_OR_RETURN(int64_t k, node.Int("k", 0));
    int64_t values[] = {k};
    return in.Add(op, {in.input(0), in.Constant(Tensor::Vector(values).Reshaped({}), "k")});
  }
  RETURN_IF_ERROR(in.Count(2));
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const TopK& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> refs =
      out.Emit("TopKV2", {out.input(0), out.input(1)},
               {{"T", out.in(0).dtype}, {"Tk", out.in(1).dtype}, {"index_type", op.index_type}, {"sorted", true}},
               {"values", "indices"});
  out.SetOutput(0, refs[0]);
  out.SetOutput(1, refs[1]);
  return OkStatus();
}

}  // namespace slipway::ops
