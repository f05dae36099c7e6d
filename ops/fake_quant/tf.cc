#include "ir/wire/tf.h"
#include "ops/fake_quant/fake_quant.h"

namespace slipway::ops {

Result<std::vector<ir::ValueId>> FakeQuant::FromTf(const wire::TfNode& node, wire::TfImporter& in) {
  FakeQuant op;
  ASSIGN_OR_RETURN(int64_t num_bits, node.Int("num_bits", 8));
  op.num_bits = static_cast<int>(num_bits);
  ASSIGN_OR_RETURN(op.narrow_range, node.Bool("narrow_range", false));
  if (node.op == "FakeQuantWithMinMaxArgs") {
    RETURN_IF_ERROR(in.Count(1));
    ASSIGN_OR_RETURN(op.min, node.Float("min", -6));
    ASSIGN_OR_RETURN(op.max, node.Float("max", 6));
    return in.Add(op, {in.input(0)});
  }
  RETURN_IF_ERROR(in.Count(3));
  return in.Add(op, {in.input(0), in.input(1), in.input(2)});
}

Status ToTf(const FakeQuant& op, wire::TfExporter& out) {
  std::map<std::string, wire::TfAttr> attrs = {{"num_bits", int64_t{op.num_bits}}, {"narrow_range", op.narrow_range}};
  const char* name = "FakeQuantWithMinMaxArgs";
  std::vector<wire::TfRef> inputs = {out.input(0)};
  if (out.Has(1)) {
    const Shape &x = out.in(0).shape, &range = out.in(1).shape;
    bool per_channel = range.has_rank() && range.rank() == 1;
    bool last = op.axis == -1 || (x.has_rank() && op.axis == x.rank() - 1);
    if (per_channel && !last)
      return Unsupported("FakeQuant along axis ", op.axis, ", TensorFlow has it for the last one");
    name = per_channel ? "FakeQuantWithMinMaxVarsPerChannel" : "FakeQuantWithMinMaxVars";
    inputs = {out.input(0), out.input(1), out.input(2)};
  } else {
    attrs.emplace("min", op.min);
    attrs.emplace("max", op.max);
  }
  out.SetOutput(0, out.Emit(name, inputs, attrs, {"outputs"})[0]);
  return OkStatus();
}

}  // namespace slipway::ops
