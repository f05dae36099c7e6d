#include "ir/wire/tf.h"
#include "ops/string_split/string_split.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> StringSplit::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  RETURN_IF_ERROR(in.Count(2));
  StringSplit op;
  ASSIGN_OR_RETURN(op.max_splits, node.Int("maxsplit", -1));
  return in.Add(op, {in.input(0), in.input(1)});
}

Status ToTf(const StringSplit& op, wire::TfExporter& out) {
  std::vector<wire::TfRef> y = out.Emit("StringSplitV2", {out.input(0), out.input(1)}, {{"maxsplit", op.max_splits}},
                                        {"indices", "values", "shape"});
  for (int i = 0; i < 3; ++i) out.SetOutput(i, y[static_cast<size_t>(i)]);
  return OkStatus();
}

}  // namespace slipway::ops
