#include "ir/wire/tf.h"
#include "ops/binary/binary.h"

namespace slipway::ops {

namespace {

struct Row {
  BinaryKind kind;
  std::string_view name;
};

constexpr const char* NONE = "";

constexpr Row kRows[] = {
#define BINARY(kind, tflite, tf, ...) {BinaryKind::k##kind, tf},
#include "ops/binary/kinds.def"
#undef BINARY
    {BinaryKind::kAdd, "Add"},
    {BinaryKind::kDiv, "Div"},
    {BinaryKind::kDiv, "TruncateDiv"},
};

// ClipByValue(x, lo, hi) = Maximum(Minimum(x, hi), lo)
Result<std::vector<ir::ValueId>> FromClip(wire::TfImporter& in) {
  if (in.num_inputs() != 3) return BadInput("has ", in.num_inputs(), " inputs, expected 3");
  ASSIGN_OR_RETURN(std::vector<ir::ValueId> low,
                   in.Add(Binary{.kind = BinaryKind::kMinimum}, {in.input(0), in.input(2)}, "minimum"));
  return in.Add(Binary{.kind = BinaryKind::kMaximum}, {low[0], in.input(1)});
}

// A scalar of an integer or float type.
Tensor ScalarOf(DType type, float value) {
  Tensor t(type, Shape{});
  VisitFixedDType(type, [&](auto tag) { t.as<decltype(tag)>()[0] = static_cast<decltype(tag)>(value); });
  return t;
}

wire::TfRef Activate(Activation activation, wire::TfRef x, wire::TfExporter& out) {
  DType type = out.in(0).dtype;
  if (activation == Activation::kNone) return x;
  if (activation == Activation::kRelu) return out.Emit("Relu", {x}, {{"T", type}}, {"activations"})[0];
  if (activation == Activation::kRelu6) return out.Emit("Relu6", {x}, {{"T", type}}, {"activations"})[0];
  float lo, hi;
  ActivationRange(activation, &lo, &hi);
  wire::TfRef low = out.Emit("Minimum", {x, out.Constant(ScalarOf(type, hi))}, {{"T", type}}, {"z"})[0];
  return out.Emit("Maximum", {low, out.Constant(ScalarOf(type, lo))}, {{"T", type}}, {"z"})[0];
}

}  // namespace

Result<std::vector<ir::ValueId>> Binary::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  if (node.op == "ClipByValue") return FromClip(in);
  if (in.num_inputs() != 2) return BadInput("has ", in.num_inputs(), " inputs, expected 2");
  if (node.op == "TruncateDiv" && IsFloat(in.type(in.input(0)).dtype))
    return Unsupported("TruncateDiv of floats is not supported");
  for (const Row& row : kRows)
    if (row.name == node.op) return in.Add(Binary{.kind = row.kind}, {in.input(0), in.input(1)});
  return Unsupported(node.op, " is no function of two numbers that is known");
}

Status ToTf(const Binary& op, wire::TfExporter& out) {
  DType type = out.in(0).dtype;
  if (!out.in(0).quant.empty()) return Unsupported("a quantized ", ToString(op), " has no TensorFlow form");
  std::string_view name = kRows[static_cast<size_t>(op.kind)].name;
  if (op.kind == BinaryKind::kDiv && !IsFloat(type)) name = "TruncateDiv";
  std::map<std::string, wire::TfAttr> attrs;
  if (type != DType::kBool) attrs["T"] = type;
  wire::TfRef y = out.Emit(name, {out.input(0), out.input(1)}, std::move(attrs), {"z"})[0];
  out.SetOutput(0, Activate(op.activation, y, out));
  return OkStatus();
}

}  // namespace slipway::ops
