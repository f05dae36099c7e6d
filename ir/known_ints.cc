#include "ir/known_ints.h"

#include <algorithm>

#include "ops/binary/binary.h"
#include "ops/broadcast_to/broadcast_to.h"
#include "ops/cast/cast.h"
#include "ops/concat/concat.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/fill/fill.h"
#include "ops/gather/gather.h"
#include "ops/identity/identity.h"
#include "ops/pack/pack.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/shape_of/shape_of.h"
#include "ops/squeeze/squeeze.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::ir {

namespace {

constexpr size_t kMaxElements = 64;
constexpr int kMaxDepth = 64;

using Known = std::optional<PartialInts>;

class Finder {
 public:
  explicit Finder(const Graph& g) : graph_(g) {}

  Known Find(ValueId v, int depth) const {
    if (v == ValueId::kNone || depth > kMaxDepth) return std::nullopt;
    const Value& value = graph_.value(v);
    if (!IsInteger(value.type.dtype) || !value.type.quant.empty()) return std::nullopt;
    if (value.constant) return Constant(*value.constant);
    if (value.producer == NodeId::kNone) return std::nullopt;
    Known known = FromNode(graph_.node(value.producer), depth + 1);
    if (known && known->size() > kMaxElements) return std::nullopt;
    return known;
  }

 private:
  static Known Constant(const Tensor& t) {
    if (t.shape().rank() > 1 || t.elements() > static_cast<int64_t>(kMaxElements)) return std::nullopt;
    PartialInts out;
    for (int64_t i : t.AsInts()) out.emplace_back(i);
    return out;
  }

  Known FromNode(const Node& n, int depth) const {
    if (n.op.Is<ops::ShapeOf>()) return ShapeOf(graph_.type(n.inputs[0]).shape);
    if (n.op.Is<ops::Cast>() || n.op.Is<ops::Identity>() || n.op.Is<ops::Squeeze>() || n.op.Is<ops::ExpandDims>() ||
        n.op.Is<ops::Reshape>())
      return Find(n.inputs[0], depth);
    if (n.op.Is<ops::Pack>() || n.op.Is<ops::Concat>()) return Joined(n, depth);
    if (const auto* gather = n.op.As<ops::Gather>()) return Gathered(*gather, n, depth);
    if (const auto* slice = n.op.As<ops::StridedSlice>()) return Sliced(*slice, n, depth);
    if (const auto* binary = n.op.As<ops::Binary>()) return Elementwise(*binary, n, depth);
    if (const auto* reduce = n.op.As<ops::Reduce>()) return Reduced(*reduce, n, depth);
    return std::nullopt;
  }

  static Known ShapeOf(const Shape& shape) {
    if (!shape.has_rank()) return std::nullopt;
    PartialInts out;
    for (int64_t d : shape) out.push_back(d < 0 ? std::nullopt : std::optional<int64_t>(d));
    return out;
  }

  // Vectors one after another (scalars of Pack): where one is not known but has a length, unknown elements.
  Known Joined(const Node& n, int depth) const {
    if (graph_.type(n.outputs[0]).shape.has_rank() && graph_.type(n.outputs[0]).shape.rank() != 1) return std::nullopt;
    PartialInts out;
    for (ValueId v : n.inputs) {
      Known part = Find(v, depth);
      const Shape& shape = graph_.type(v).shape;
      if (!part && shape.IsStatic() && shape.Elements() <= static_cast<int64_t>(kMaxElements))
        part = PartialInts(static_cast<size_t>(shape.Elements()));
      if (!part || out.size() + part->size() > kMaxElements) return std::nullopt;
      out.insert(out.end(), part->begin(), part->end());
    }
    return out;
  }

  Known Gathered(const ops::Gather& gather, const Node& n, int depth) const {
    Known params = Find(n.inputs[0], depth), indices = Find(n.inputs[1], depth);
    if (!params || !indices || gather.axis != 0 || gather.batch_dims != 0) return std::nullopt;
    PartialInts out;
    for (const auto& i : *indices) {
      bool inside = i && *i >= 0 && *i < static_cast<int64_t>(params->size());
      out.push_back(inside ? (*params)[static_cast<size_t>(*i)] : std::nullopt);
    }
    return out;
  }

  Known Sliced(const ops::StridedSlice& slice, const Node& n, int depth) const {
    Known x = Find(n.inputs[0], depth);
    if (!x) return std::nullopt;
    OperandTypes operands(graph_, n.inputs);
    ops::Inputs in = operands.inputs();
    Shape shape{static_cast<int64_t>(x->size())};
    const Shape& begin = in.shape(1);
    if (!in.shape(0).has_rank() || in.shape(0).rank() != 1 || !begin.IsStatic() || begin.rank() != 1)
      return std::nullopt;
    Result<ops::StridedBox> box =
        ops::ResolveStridedSlice(slice, shape, static_cast<int>(begin[0]), in.Ints(1), in.Ints(2), in.Ints(3));
    if (!box.ok() || !box->shape.IsStatic() || box->size[0] < 0) return std::nullopt;
    PartialInts out;
    for (int64_t i = 0; i < box->size[0]; ++i)
      out.push_back((*x)[static_cast<size_t>(box->begin[0] + i * box->stride[0])]);
    return out;
  }

  static std::optional<int64_t> Apply(ops::BinaryKind kind, int64_t a, int64_t b) {
    int64_t y = 0;
    switch (kind) {
      case ops::BinaryKind::kAdd:
        return __builtin_add_overflow(a, b, &y) ? std::nullopt : std::optional(y);
      case ops::BinaryKind::kSub:
        return __builtin_sub_overflow(a, b, &y) ? std::nullopt : std::optional(y);
      case ops::BinaryKind::kMul:
        return __builtin_mul_overflow(a, b, &y) ? std::nullopt : std::optional(y);
      case ops::BinaryKind::kMaximum:
        return std::max(a, b);
      case ops::BinaryKind::kMinimum:
        return std::min(a, b);
      case ops::BinaryKind::kFloorDiv:
        return a < 0 || b <= 0 ? std::nullopt : std::optional(a / b);
      default:
        return std::nullopt;
    }
  }

  Known Elementwise(const ops::Binary& binary, const Node& n, int depth) const {
    Known a = Find(n.inputs[0], depth), b = Find(n.inputs[1], depth);
    if (!a || !b || (a->size() != b->size() && a->size() != 1 && b->size() != 1)) return std::nullopt;
    PartialInts out;
    size_t size = a->size() == 1 ? b->size() : a->size();
    for (size_t i = 0; i < size; ++i) {
      const auto& x = (*a)[a->size() == 1 ? 0 : i];
      const auto& y = (*b)[b->size() == 1 ? 0 : i];
      out.push_back(x && y ? Apply(binary.kind, *x, *y) : std::nullopt);
    }
    return out;
  }

  Known Reduced(const ops::Reduce& reduce, const Node& n, int depth) const {
    Known x = Find(n.inputs[0], depth);
    const Shape& shape = graph_.type(n.inputs[0]).shape;
    std::optional<int64_t> product = 1;
    Known axes = Find(n.inputs[1], depth);
    if (!x || !axes || axes->size() != 1 || reduce.kind != ops::ReduceKind::kProd) return std::nullopt;
    if (!shape.has_rank() || shape.rank() != 1) return std::nullopt;
    for (const auto& i : *x) product = product && i ? Apply(ops::BinaryKind::kMul, *product, *i) : std::nullopt;
    return PartialInts{product};
  }

  const Graph& graph_;
};

// The operand that is the shape of result 0; -1 if there is none.
int ShapeOperand(const ops::Op& op) {
  if (op.Is<ops::Reshape>() || op.Is<ops::BroadcastTo>()) return 1;
  if (op.Is<ops::Fill>()) return 0;
  return -1;
}

}  // namespace

std::optional<PartialInts> KnownInts(const Graph& graph, ValueId value) { return Finder(graph).Find(value, 0); }

std::vector<TensorType> RefinedTypes(const Graph& graph, const ops::Op& op, std::span<const ValueId> inputs) {
  int operand = ShapeOperand(op);
  if (operand < 0 || static_cast<int>(inputs.size()) <= operand) return {};
  ValueId shape_value = inputs[static_cast<size_t>(operand)];
  if (shape_value == ValueId::kNone || graph.ConstantOf(shape_value)) return {};  // Infer knows
  Known known = KnownInts(graph, shape_value);
  if (!known || known->size() > kMaxRank) return {};
  std::vector<int64_t> dims;
  for (const auto& d : *known) dims.push_back(d && *d >= 0 ? *d : kUnknownDim);
  Result<Shape> shape = Shape::FromDims(dims);
  OperandTypes operands(graph, inputs);
  Result<std::vector<TensorType>> types = ops::InferTypes(op, operands.inputs());
  if (!shape.ok() || !types.ok() || types->size() != 1) return {};
  std::optional<Shape> merged = Merge((*types)[0].shape, *shape);
  if (!merged) return {};
  (*types)[0].shape = *merged;
  return *types;
}

}  // namespace slipway::ir
