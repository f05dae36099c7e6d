#include "converter/legality.h"

#include "ops/assign_variable/assign_variable.h"
#include "ops/layer_state/layer_state.h"
#include "ops/read_variable/read_variable.h"
#include "ops/table_use.h"
#include "ops/tables/custom_options.h"

namespace slipway::converter {

ops::TfliteTypes TypesOf(const ir::Graph& g, const ir::Node& n) {
  ops::TfliteTypes types;
  for (ir::ValueId v : n.inputs) types.inputs.push_back(v == ir::ValueId::kNone ? TensorType() : g.type(v));
  for (ir::ValueId v : n.outputs) types.outputs.push_back(g.type(v));
  return types;
}

// LiteRT's tables map strings to numbers or the other way round; Slipway runs others, too.
static std::string WhyNoTable(const ir::Table& t) {
  if (t.key == DType::kString && t.value == DType::kI64) return "";
  if (t.key == DType::kI64 && t.value == DType::kString) return "";
  return StrCat("LiteRT has no table from ", t.key, " to ", t.value, "; only Slipway runs it");
}

std::vector<Offender> FindOffenders(const ir::Module& m, bool allow_custom_ops, const tflite::TargetRuntime& target) {
  std::vector<Offender> found;
  for (const auto& g : m.graphs)
    for (ir::NodeId id : g->Order()) {
      const ir::Node& n = g->node(id);
      if (n.op.Is<ops::AssignVariable>() || n.op.Is<ops::ReadVariable>() || n.op.Is<ops::LayerState>()) continue;
      if (int table = ops::TableOf(n.op); table >= 0) {
        std::string reason = allow_custom_ops ? "" : WhyNoTable(m.tables[static_cast<size_t>(table)]);
        if (!reason.empty()) found.push_back({Label(n.op), n.origin, reason});
        continue;
      }
      if (!ops::HasTfliteBuiltin(n.op)) {
        if (!allow_custom_ops)
          found.push_back(
              {Label(n.op), n.origin,
               StrCat("TFLite has no builtin for it; only Slipway runs it, as ", ops::TfliteFormName(n.op))});
        continue;
      }
      if (allow_custom_ops && ops::CanBeCustom(n.op)) continue;
      ops::TfliteTypes types = TypesOf(*g, n);
      Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
      std::string reason = form.ok() ? ops::WhyCannotRun(target, *form, types) : form.status().message();
      if (!reason.empty()) found.push_back({Label(n.op), n.origin, StrCat(reason, "; only Slipway runs it")});
    }
  return found;
}

std::string WayOut(const Offender& o) {
  auto says = [&](std::string_view words) { return o.reason.find(words) != std::string::npos; };
  if (says("only Slipway runs it"))
    return "pass --allow_custom_ops to write it for Slipway's own runtime, or choose another signature";
  if (says("--input_shapes")) return "fix the dimensions of the inputs by --input_shapes";
  if (says("has no stored value")) return "freeze the variables into the graph, or convert the SavedModel";
  if (says("expected a constant") || says("expected constants")) return "make that operand a constant of the model";
  if (says("old 8-bit quantization")) return "convert the float model with --quantize int8";
  return "end the signature before this layer, or write it with other operators";
}

Status Refusal(const std::vector<Offender>& found) {
  if (found.empty()) return OkStatus();
  std::string text =
      StrCat(found.size(), found.size() == 1 ? " node cannot" : " nodes cannot", " be written to .tflite:");
  bool custom = false;
  for (const Offender& o : found) {
    StrAppend(text, "\n  ", o.op, " '", o.node, "': ", o.reason);
    custom = custom || o.reason.find("only Slipway runs it") != std::string::npos;
  }
  if (custom)
    StrAppend(text,
              "\nPass --allow_custom_ops to write them as custom operators for Slipway's own runtime, or choose "
              "another signature.");
  return Unsupported(text);
}

}  // namespace slipway::converter
