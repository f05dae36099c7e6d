#include <algorithm>

#include "converter/passes/passes.h"
#include "ops/cast/cast.h"
#include "ops/concat/concat.h"
#include "ops/pack/pack.h"
#include "ops/reshape/reshape.h"
#include "ops/shape_of/shape_of.h"
#include "ops/strided_slice/strided_slice.h"

namespace slipway::converter {

using ir::Graph;
using ir::ValueId;

namespace {

constexpr int64_t kUnknown = -1;

// The elements of an integer vector or scalar as far as they follow from static shapes; kUnknown for the others.
std::optional<std::vector<int64_t>> PartlyKnown(const Graph& g, ValueId v, int depth = 0) {
  if (v == ValueId::kNone || depth > 16) return std::nullopt;
  if (const Tensor* t = g.ConstantOf(v)) {
    if (!IsInteger(t->dtype()) || t->elements() > kMaxRank * 2) return std::nullopt;
    return t->AsInts();
  }
  if (g.value(v).producer == ir::NodeId::kNone) return std::nullopt;
  const ir::Node& n = g.node(g.value(v).producer);
  if (n.op.Is<ops::ShapeOf>()) {
    const Shape& s = g.type(n.inputs[0]).shape;
    if (!s.has_rank()) return std::nullopt;
    return std::vector<int64_t>(s.begin(), s.end());
  }
  if (n.op.Is<ops::Cast>()) return PartlyKnown(g, n.inputs[0], depth + 1);
  if (n.op.Is<ops::Pack>() || n.op.Is<ops::Concat>()) {
    std::vector<int64_t> all;
    for (ValueId operand : n.inputs) {
      auto part = PartlyKnown(g, operand, depth + 1);
      if (!part) {
        const Shape& s = g.type(operand).shape;
        if (!s.IsStatic() || s.Elements() > kMaxRank) return std::nullopt;
        part = std::vector<int64_t>(static_cast<size_t>(s.Elements()), kUnknown);
      }
      all.insert(all.end(), part->begin(), part->end());
    }
    return all;
  }
  if (const auto* slice = n.op.As<ops::StridedSlice>()) {
    auto x = PartlyKnown(g, n.inputs[0], depth + 1);
    const Tensor *begin = g.ConstantOf(n.inputs[1]), *end = g.ConstantOf(n.inputs[2]),
                 *stride = g.ConstantOf(n.inputs[3]);
    if (!x || !begin || !end || !stride || begin->elements() != 1 || slice->ellipsis_mask || slice->new_axis_mask)
      return std::nullopt;
    int64_t size = static_cast<int64_t>(x->size()), b = begin->AsInts()[0], e = end->AsInts()[0];
    if (stride->AsInts()[0] != 1) return std::nullopt;
    if (b < 0) b += size;
    if (e < 0) e += size;
    if (slice->begin_mask & 1) b = 0;
    if (slice->shrink_axis_mask & 1)
      e = b + 1;
    else if (slice->end_mask & 1)
      e = size;
    if (b < 0 || e > size || b >= e) return std::nullopt;
    return std::vector<int64_t>(x->begin() + b, x->begin() + e);
  }
  return std::nullopt;
}

}  // namespace

Rewrite ResolveShapes(const Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (const auto* shape_of = n.op.As<ops::ShapeOf>()) {
    const Shape& s = g.type(n.inputs[0]).shape;
    if (!s.IsStatic()) return std::nullopt;
    ir::Patch p(g, id, "resolve_shapes");
    p.Replace(n.outputs[0], p.Constant(Tensor::Vector(s.dims(), shape_of->out_type), g.value(n.outputs[0]).name));
    return p;
  }
  if (n.op.Is<ops::StridedSlice>()) {
    const TensorType& type = g.type(n.outputs[0]);
    auto dims = IsInteger(type.dtype) && type.shape.IsStatic() ? PartlyKnown(g, n.outputs[0]) : std::nullopt;
    if (!dims || std::count(dims->begin(), dims->end(), kUnknown)) return std::nullopt;
    if (static_cast<int64_t>(dims->size()) != type.shape.Elements()) return std::nullopt;
    ir::Patch p(g, id, "resolve_shapes");
    p.Replace(n.outputs[0],
              p.Constant(Tensor::Vector(*dims, type.dtype).Reshaped(type.shape), g.value(n.outputs[0]).name));
    return p;
  }
  if (!n.op.Is<ops::Reshape>() || g.ConstantOf(Operand(n, 1))) return std::nullopt;
  auto dims = PartlyKnown(g, Operand(n, 1));
  if (!dims) return std::nullopt;
  int unknown = 0;
  for (int64_t d : *dims) unknown += d == kUnknown;
  if (unknown > 1) return std::nullopt;
  ir::Patch p(g, id, "resolve_shapes");
  ValueId shape = p.Constant(Tensor::Vector(*dims), StrCat(n.origin, "/shape"));
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(n.op, {n.inputs[0], shape}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
