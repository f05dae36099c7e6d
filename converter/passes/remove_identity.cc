#include "converter/passes/passes.h"
#include "ops/add_n/add_n.h"
#include "ops/cast/cast.h"
#include "ops/concat/concat.h"
#include "ops/identity/identity.h"
#include "ops/pad/pad.h"
#include "ops/reshape/reshape.h"
#include "ops/reverse/reverse.h"
#include "ops/transpose/transpose.h"

namespace slipway::converter {

using ir::ValueId;

static bool AllInts(const Tensor* t, auto&& predicate) {
  if (!t) return false;
  std::vector<int64_t> values = t->AsInts();
  for (size_t i = 0; i < values.size(); ++i)
    if (!predicate(static_cast<int64_t>(i), values[i])) return false;
  return true;
}

// The node returns its first operand as it is.
static bool MovesNothing(const ir::Graph& g, const ir::Node& n) {
  if (n.op.Is<ops::Identity>()) return true;
  if (const auto* cast = n.op.As<ops::Cast>()) return cast->to == g.type(n.inputs[0]).dtype;
  if (const auto* concat = n.op.As<ops::Concat>())
    return n.inputs.size() == 1 && concat->activation == ops::Activation::kNone;
  if (n.op.Is<ops::AddN>()) return n.inputs.size() == 1;
  if (n.op.Is<ops::Reverse>()) return AllInts(g.ConstantOf(n.inputs[1]), [](int64_t, int64_t) { return false; });
  if (n.op.Is<ops::Reshape>()) {
    const Shape& x = g.type(n.inputs[0]).shape;
    return x.IsStatic() && x == g.type(n.outputs[0]).shape;
  }
  if (n.op.Is<ops::Transpose>()) return AllInts(g.ConstantOf(n.inputs[1]), [](int64_t i, int64_t v) { return v == i; });
  if (n.op.Is<ops::Pad>()) return AllInts(g.ConstantOf(n.inputs[1]), [](int64_t, int64_t v) { return v == 0; });
  return false;
}

Rewrite RemoveIdentity(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (n.inputs.empty() || !MovesNothing(g, n)) return std::nullopt;
  ValueId x = n.inputs[0], y = n.outputs[0];
  // An output keeps its name: a node that is all of a signature's path stays.
  bool passes_input_through = g.value(x).producer == ir::NodeId::kNone && g.IsOutput(y);
  if (passes_input_through) return std::nullopt;
  if (!(g.type(x).quant == g.type(y).quant)) return std::nullopt;
  ir::Patch p(g, id, "remove_identity");
  p.Replace(y, x);
  return p;
}

}  // namespace slipway::converter
