#include "ir/wire/tf.h"
#include "ops/unpack/unpack.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> Unpack::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(1));
  ASSIGN_OR_RETURN(int64_t num, node.Int("num", 0));
  ASSIGN_OR_RETURN(int64_t axis, node.Int("axis", 0));
  return in.Add(Unpack{.num = static_cast<int>(num), .axis = static_cast<int>(axis)}, {in.input(0)});
}

Status ToTf(const Unpack& op, wire::TfExporter& out) {
  std::vector<std::string> names(static_cast<size_t>(op.num), "output");
  std::vector<wire::TfRef> parts = out.Emit(
      "Unpack", {out.input(0)}, {{"T", out.in(0).dtype}, {"num", int64_t{op.num}}, {"axis", int64_t{op.axis}}}, names);
  for (int i = 0; i < op.num; ++i) out.SetOutput(i, parts[static_cast<size_t>(i)]);
  return OkStatus();
}

}  // namespace slipway::ops
