#include "ir/wire/tf.h"
#include "ops/compare/compare.h"

namespace slipway::ops {

namespace {

constexpr std::string_view kNames[] = {
#define COMPARE(kind, tflite, tf, ...) tf,
#include "ops/compare/kinds.def"
#undef COMPARE
};

}  // namespace

Result<std::vector<ir::ValueId>> Compare::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == node.op) return in.Add(Compare{.kind = static_cast<CompareKind>(i)}, {in.input(0), in.input(1)});
  return Unsupported(node.op, " is no comparison that is known");
}

Status ToTf(const Compare& op, wire::TfExporter& out) {
  if (!out.in(0).quant.empty()) return Unsupported("a quantized ", ToString(op), " has no TensorFlow form");
  std::string_view name = kNames[static_cast<size_t>(op.kind)];
  std::map<std::string, wire::TfAttr> attrs = {{"T", out.in(0).dtype}};
  if (op.kind == CompareKind::kEqual || op.kind == CompareKind::kNotEqual) attrs["incompatible_shape_error"] = true;
  out.SetOutput(0, out.Emit(name, {out.input(0), out.input(1)}, std::move(attrs), {"z"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
