#include <algorithm>

#include "converter/passes/passes.h"
#include "ops/reverse/reverse.h"

namespace slipway::converter {

using ir::ValueId;

Rewrite SplitReverse(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (!n.op.Is<ops::Reverse>()) return std::nullopt;
  const Tensor* constant = g.ConstantOf(n.inputs[1]);
  const Shape& x = g.type(n.inputs[0]).shape;
  if (!constant || !x.has_rank()) return std::nullopt;
  std::vector<int64_t> axes = constant->AsInts();
  for (int64_t& axis : axes) axis += axis < 0 ? x.rank() : 0;
  std::sort(axes.begin(), axes.end());
  if (axes.empty() || axes.back() - axes.front() + 1 == static_cast<int64_t>(axes.size())) return std::nullopt;
  ir::Patch p(g, id, "split_reverse");
  ValueId v = n.inputs[0];
  for (int64_t axis : axes) {
    TensorType types[] = {g.type(n.outputs[0])};
    int64_t one[] = {axis};
    ASSIGN_OR_RETURN(
        v, p.Add(ops::Reverse{}, {v, p.Constant(Tensor::Vector(one), StrCat(n.origin, "/axis"))}, n.origin, types));
  }
  p.Replace(n.outputs[0], v);
  return p;
}

}  // namespace slipway::converter
