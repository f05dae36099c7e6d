#include "ir/zeros.h"

#include <algorithm>

#include "ops/dequantize/dequantize.h"
#include "ops/fill/fill.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::ir {

static bool HoldsZeros(const Tensor& t) {
  if (DTypeSize(t.dtype()) == 0 || t.type().quant.scale.size() > 1) return false;
  std::vector<double> values = t.AsDoubles();
  double zero = t.type().quant.empty() ? 0 : static_cast<double>(t.type().quant.zero_point[0]);
  return std::all_of(values.begin(), values.end(), [&](double v) { return v == zero; });
}

bool IsZeros(const Graph& graph, ValueId value) {
  if (value == ValueId::kNone) return false;
  if (const Tensor* t = graph.ConstantOf(value)) return HoldsZeros(*t);
  if (graph.value(value).producer == NodeId::kNone) return false;
  const Node& n = graph.node(graph.value(value).producer);
  if (n.op.Is<ops::ZerosLike>()) return true;
  if (n.op.Is<ops::Dequantize>()) return IsZeros(graph, n.inputs[0]);
  return n.op.Is<ops::Fill>() && IsZeros(graph, n.inputs[1]);
}

}  // namespace slipway::ir
