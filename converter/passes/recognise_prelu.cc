#include "converter/passes/match.h"
#include "converter/passes/passes.h"
#include "ops/prelu/prelu.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::ValueId;
using ops::BinaryKind;
using ops::UnaryKind;

namespace {

// v = relu(-x) alpha: alpha, which is a constant.
const Tensor* NegativeSlope(const Graph& g, ValueId v, ValueId x) {
  const Node* product = BinaryAt(g, v, BinaryKind::kMul);
  for (size_t side = 0; product && side < 2; ++side) {
    const Tensor* alpha = g.ConstantOf(product->inputs[side]);
    const Node* relu = UnaryAt(g, product->inputs[1 - side], UnaryKind::kRelu);
    const Node* minus = alpha && relu ? UnaryAt(g, relu->inputs[0], UnaryKind::kNeg) : nullptr;
    if (minus && minus->inputs[0] == x) return alpha;
  }
  return nullptr;
}

Tensor Negated(const Tensor& t) {
  Tensor y = t.Clone();
  for (float& v : y.as<float>()) v = -v;
  return y;
}

// Does alpha hold one element per index of some of x's axes but the first? As TFLite's PRELU wants it.
bool FitsBehindBatch(const Shape& alpha, const Shape& x) {
  if (!x.has_rank() || alpha.rank() > x.rank()) return false;
  for (int i = 1; i <= alpha.rank(); ++i)
    if (alpha[alpha.rank() - i] != 1 && (i == x.rank() || alpha[alpha.rank() - i] != x[x.rank() - i])) return false;
  return true;
}

}  // namespace

// y = relu(x) + alpha' relu(-x), alpha' = -alpha a constant, or relu(x) - alpha relu(-x)
Rewrite RecognisePrelu(const Graph& g, ir::NodeId id) {
  const Node& n = g.node(id);
  if (n.outputs.empty() || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  const Node *sum = BinaryAt(g, n.outputs[0], BinaryKind::kAdd),
             *difference = BinaryAt(g, n.outputs[0], BinaryKind::kSub);
  if (!sum && !difference) return std::nullopt;
  for (size_t side = 0; side < (sum ? 2 : 1); ++side) {
    const Node* relu = UnaryAt(g, n.inputs[side], UnaryKind::kRelu);
    if (!relu) continue;
    const ValueId x = relu->inputs[0];
    const Tensor* slope = NegativeSlope(g, n.inputs[1 - side], x);
    if (!slope || !FitsBehindBatch(slope->shape(), g.type(x).shape)) continue;
    ir::Patch p(g, id, "recognise_prelu");
    ValueId alpha = p.Constant(sum ? Negated(*slope) : *slope, StrCat(n.origin, "/alpha"));
    TensorType types[] = {g.type(n.outputs[0])};
    ASSIGN_OR_RETURN(ValueId y, p.Add(ops::Prelu{}, {x, alpha}, n.origin, types));
    p.Replace(n.outputs[0], y);
    return p;
  }
  return std::nullopt;
}

}  // namespace slipway::converter
