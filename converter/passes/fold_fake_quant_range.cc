#include "converter/passes/passes.h"
#include "ops/fake_quant/fake_quant.h"

namespace slipway::converter {

// The one element of a constant.
static std::optional<float> NumberOf(const ir::Graph& g, ir::ValueId v) {
  const Tensor* t = v == ir::ValueId::kNone ? nullptr : g.ConstantOf(v);
  if (!t || t->dtype() != DType::kF32 || t->elements() != 1) return std::nullopt;
  return t->as<float>()[0];
}

Rewrite FoldFakeQuantRange(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* fake_quant = n.op.As<ops::FakeQuant>();
  if (!fake_quant || n.inputs.size() != 3) return std::nullopt;
  std::optional<float> min = NumberOf(g, n.inputs[1]), max = NumberOf(g, n.inputs[2]);
  if (!min || !max) return std::nullopt;
  ops::FakeQuant folded = *fake_quant;
  folded.min = *min;
  folded.max = *max;
  ir::Patch p(g, id, "fold_fake_quant_range");
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ir::ValueId y, p.Add(folded, {n.inputs[0]}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
