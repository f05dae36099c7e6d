
#include "converter/passes/match.h"
#include "converter/passes/passes.h"
#include "ops/l2_normalization/l2_normalization.h"
#include "ops/reduce/reduce.h"

namespace slipway::converter {

using ir::Graph;
using ir::Node;
using ir::ValueId;
using ops::BinaryKind;
using ops::UnaryKind;

namespace {

constexpr float kLeast = 1e-12f;  // of the sum, whose root TFLite's operator keeps from 1e-6 down
constexpr int kMostRank = 4;      // that LiteRT's kernel takes

// v = x^2
bool IsSquare(const Graph& g, ValueId v, ValueId x) {
  if (const Node* n = UnaryAt(g, v, UnaryKind::kSquare)) return n->inputs[0] == x;
  const Node* n = BinaryAt(g, v, BinaryKind::kMul);
  return n && n->inputs[0] == x && n->inputs[1] == x;
}

// v = max(sum of x^2 over the last axis, kLeast)
bool IsSumOfSquares(const Graph& g, ValueId v, ValueId x) {
  const Node* least = BinaryAt(g, v, BinaryKind::kMaximum);
  if (!least) return false;
  const size_t bound = ScalarOf(g, least->inputs[0]) ? 0 : 1;
  if (ScalarOf(g, least->inputs[bound]) != kLeast) return false;
  const ValueId sum = least->inputs[1 - bound];
  const auto* reduce = g.ProducerAs<ops::Reduce>(sum);
  if (!reduce || reduce->kind != ops::ReduceKind::kSum || !reduce->keep_dims) return false;
  const Node& n = g.node(g.value(sum).producer);
  const Tensor* axes = g.ConstantOf(n.inputs[1]);
  if (!axes || axes->elements() != 1 || !IsSquare(g, n.inputs[0], x)) return false;
  const int64_t axis = axes->AsInts()[0];
  return axis == -1 || axis == g.type(x).shape.rank() - 1;
}

}  // namespace

// y = x rsqrt(max(sum x^2, 1e-12)), or x / sqrt(...)
Rewrite RecogniseL2Norm(const Graph& g, ir::NodeId id) {
  const Node& n = g.node(id);
  if (n.outputs.empty() || g.type(n.outputs[0]).dtype != DType::kF32) return std::nullopt;
  const Node *product = BinaryAt(g, n.outputs[0], BinaryKind::kMul),
             *quotient = BinaryAt(g, n.outputs[0], BinaryKind::kDiv);
  if (!product && !quotient) return std::nullopt;
  for (size_t side = 0; side < (product ? 2 : 1); ++side) {
    const ValueId x = n.inputs[side];
    const Shape& shape = g.type(x).shape;
    if (!shape.has_rank() || shape.rank() < 1 || shape.rank() > kMostRank) continue;
    const Node* root = UnaryAt(g, n.inputs[1 - side], product ? UnaryKind::kRsqrt : UnaryKind::kSqrt);
    if (!root || !IsSumOfSquares(g, root->inputs[0], x)) continue;
    return InsteadOf(g, id, "recognise_l2_norm", ops::L2Normalization{}, {x});
  }
  return std::nullopt;
}

}  // namespace slipway::converter
