#include "converter/legality.h"

#include "ops/assign_variable/assign_variable.h"
#include "ops/read_variable/read_variable.h"

namespace slipway::converter {

ops::TfliteTypes TypesOf(const ir::Graph& g, const ir::Node& n) {
  ops::TfliteTypes types;
  for (ir::ValueId v : n.inputs) types.inputs.push_back(v == ir::ValueId::kNone ? TensorType() : g.type(v));
  for (ir::ValueId v : n.outputs) types.outputs.push_back(g.type(v));
  return types;
}

std::vector<Offender> FindOffenders(const ir::Module& m, bool allow_custom_ops) {
  std::vector<Offender> found;
  for (const auto& g : m.graphs)
    for (ir::NodeId id : g->Order()) {
      const ir::Node& n = g->node(id);
      if (n.op.Is<ops::AssignVariable>() || n.op.Is<ops::ReadVariable>()) continue;
      if (!ops::HasTfliteBuiltin(n.op)) {
        if (!allow_custom_ops)
          found.push_back(
              {Label(n.op), n.origin,
               StrCat("TFLite has no builtin for it; only Slipway runs it, as ", ops::TfliteFormName(n.op))});
        continue;
      }
      ops::TfliteTypes types = TypesOf(*g, n);
      Result<ops::TfliteForm> form = ops::OpToTflite(n.op, types);
      if (!form.ok())
        found.push_back({Label(n.op), n.origin, form.status().message()});
      else if (std::string reason = ops::WhyLiteRtCannot(form->code, types); !reason.empty())
        found.push_back({Label(n.op), n.origin, reason});
    }
  return found;
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
