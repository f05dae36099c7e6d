#include "converter/passes/passes.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::converter {

using ir::ValueId;
using ops::StridedSlice;

// The mask without its bit i.
static int WithoutBit(int mask, int i) {
  uint32_t bits = static_cast<uint32_t>(mask), below = (uint32_t{1} << i) - 1;
  return static_cast<int>((bits & below) | (bits >> 1 & ~below));
}

// Which item is an ellipsis for no axis; -1: none.
static int EmptyEllipsis(const ir::Graph& g, const ir::Node& n, const StridedSlice& op) {
  const Shape& x = g.type(n.inputs[0]).shape;
  const Tensor* begin = g.ConstantOf(n.inputs[1]);
  if (!x.has_rank() || !begin) return -1;
  int named = 0, ellipsis = -1;
  for (int i = 0; i < begin->elements(); ++i) {
    if (op.ellipsis_mask >> i & 1)
      ellipsis = i;
    else if ((op.new_axis_mask >> i & 1) == 0)
      ++named;
  }
  return named == x.rank() ? ellipsis : -1;
}

Rewrite SimplifySubscript(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* op = n.op.As<StridedSlice>();
  if (!op) return std::nullopt;
  StridedSlice clean = *op;
  int indices = op->shrink_axis_mask & ~op->new_axis_mask & ~op->ellipsis_mask;
  clean.begin_mask &= ~indices;
  clean.end_mask &= ~indices;
  ir::Patch p(g, id, "simplify_subscript");
  std::vector<ValueId> operands = n.inputs;
  int drop = EmptyEllipsis(g, n, *op);
  for (size_t k = 1; k < 4 && drop >= 0; ++k)
    if (!g.ConstantOf(operands[k])) drop = -1;
  if (drop >= 0) {
    for (int* mask :
         {&clean.begin_mask, &clean.end_mask, &clean.ellipsis_mask, &clean.new_axis_mask, &clean.shrink_axis_mask})
      *mask = WithoutBit(*mask, drop);
    for (size_t k = 1; k < 4; ++k) {
      std::vector<int64_t> values = g.ConstantOf(n.inputs[k])->AsInts();
      values.erase(values.begin() + drop);
      operands[k] = p.Constant(Tensor::Vector(values, g.type(n.inputs[k]).dtype), g.value(n.inputs[k]).name);
    }
  }
  if (ops::Op(clean) == n.op) return std::nullopt;
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(clean, std::move(operands), n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
