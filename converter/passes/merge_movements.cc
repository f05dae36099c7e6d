#include "converter/passes/passes.h"
#include "ops/reshape/reshape.h"
#include "ops/transpose/transpose.h"

namespace slipway::converter {

using ir::ValueId;

Rewrite MergeMovements(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (!n.op.Is<ops::Reshape>() && !n.op.Is<ops::Transpose>()) return std::nullopt;
  if (n.inputs.empty() || n.inputs[0] == ValueId::kNone || g.value(n.inputs[0]).producer == ir::NodeId::kNone)
    return std::nullopt;
  const ir::Node& before = g.node(g.value(n.inputs[0]).producer);
  TensorType types[] = {g.type(n.outputs[0])};
  if (n.op.Is<ops::Reshape>() && before.op.Is<ops::Reshape>() && g.ConstantOf(Operand(n, 1))) {
    ir::Patch p(g, id, "merge_movements");
    Result<ValueId> y = p.Add(n.op, {before.inputs[0], n.inputs[1]}, n.origin, types);
    if (!y.ok()) return std::nullopt;  // the elements are known to fit only through the first shape
    p.Replace(n.outputs[0], *y);
    return p;
  }
  if (!n.op.Is<ops::Transpose>() || !before.op.Is<ops::Transpose>()) return std::nullopt;
  const Tensor *first = g.ConstantOf(before.inputs[1]), *second = g.ConstantOf(n.inputs[1]);
  if (!first || !second) return std::nullopt;
  std::vector<int64_t> a = first->AsInts(), b = second->AsInts(), both;
  for (int64_t axis : b)
    both.push_back(a[static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(a.size()) : axis)]);
  ir::Patch p(g, id, "merge_movements");
  ASSIGN_OR_RETURN(ValueId y, p.Add(ops::Transpose{},
                                    {before.inputs[0], p.Constant(Tensor::Vector(both), StrCat(n.origin, "/perm"))},
                                    n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
