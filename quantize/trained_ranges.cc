#include "quantize/trained_ranges.h"

#include "ir/patch.h"
#include "ops/fake_quant/fake_quant.h"

namespace slipway::quantize {

Result<std::vector<TrainedRange>> TakeTrainedRanges(ir::Module& m, const Choices& choices) {
  std::vector<TrainedRange> taken;
  for (size_t i = 0; i < m.graphs.size(); ++i) {
    ir::Graph& g = *m.graphs[i];
    for (ir::NodeId id : g.Order()) {
      const ir::Node& n = g.node(id);
      const auto* fake_quant = n.op.As<ops::FakeQuant>();
      if (!fake_quant || n.inputs.size() != 1 || fake_quant->num_bits != 8 || fake_quant->narrow_range) continue;
      ir::ValueId x = n.inputs[0], y = n.outputs[0];
      if (g.ConstantOf(x) || choices[i][static_cast<size_t>(id)].mode != Mode::kInt8) continue;
      ops::NudgedRange r = ops::Nudge(fake_quant->min, fake_quant->max, 8, false);
      // Others may want x in another range; an output that is an input keeps its name.
      bool stays = g.NumUses(x) != 1 || g.IsOutput(x) || (g.value(x).producer == ir::NodeId::kNone && g.IsOutput(y));
      taken.push_back({static_cast<int>(i), stays ? y : x, {r.min, r.max}});
      if (stays) continue;
      ir::Patch p(g, id, "take_trained_range");
      p.Replace(y, x);
      RETURN_IF_ERROR(p.Apply(g));
    }
    ir::RemoveUnused(g);
  }
  return taken;
}

}  // namespace slipway::quantize
