#include "ir/wire/tf.h"
#include "ops/reduce/reduce.h"

namespace slipway::ops {

namespace {

constexpr std::string_view kNames[] = {
#define REDUCE(kind, tflite, tf, ...) tf,
#include "ops/reduce/kinds.def"
#undef REDUCE
};

}  // namespace

Result<std::vector<ir::ValueId>> Reduce::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  ASSIGN_OR_RETURN(bool keep_dims, node.Bool("keep_dims", false));
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == node.op)
      return in.Add(Reduce{.kind = static_cast<ReduceKind>(i), .keep_dims = keep_dims}, {in.input(0), in.input(1)});
  return Unsupported(node.op, " is no reduction that is known");
}

Status ToTf(const Reduce& op, wire::TfExporter& out) {
  if (!out.in(0).quant.empty()) return Unsupported("a quantized ", ToString(op), " has no TensorFlow form");
  std::string_view name = kNames[static_cast<size_t>(op.kind)];
  std::map<std::string, wire::TfAttr> attrs = {{"Tidx", out.in(1).dtype}, {"keep_dims", op.keep_dims}};
  if (out.in(0).dtype != DType::kBool) attrs["T"] = out.in(0).dtype;
  out.SetOutput(0, out.Emit(name, {out.input(0), out.input(1)}, std::move(attrs), {"output"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
