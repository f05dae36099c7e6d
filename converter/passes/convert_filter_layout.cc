#include "converter/passes/passes.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/reshape/reshape.h"
#include "ops/transpose/transpose.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::converter {

using ir::ValueId;
using ops::FilterLayout;

namespace {

Result<ValueId> Permute(ir::Patch& p, const ir::Graph& g, ValueId filter, std::initializer_list<int64_t> axes) {
  std::vector<int64_t> perm(axes);
  const std::string& name = g.value(filter).name;
  return p.Add(ops::Transpose{}, {filter, p.Constant(Tensor::Vector(perm), StrCat(name, "/perm"))}, name);
}

// The op with its filter in the layout, if it is a T whose filter is in the other.
template <class T>
std::optional<ops::Op> In(FilterLayout layout, const ops::Op& op) {
  const T* t = op.As<T>();
  if (!t || t->layout == layout) return std::nullopt;
  T copy = *t;
  copy.layout = layout;
  return ops::Op(copy);
}

Result<ValueId> Reshape(ir::Patch& p, const ir::Graph& g, ValueId filter, std::initializer_list<int64_t> dims) {
  std::vector<int64_t> shape(dims);
  const std::string& name = g.value(filter).name;
  return p.Add(ops::Reshape{}, {filter, p.Constant(Tensor::Vector(shape), StrCat(name, "/shape"))}, name);
}

Rewrite Exchange(ir::Patch p, const ir::Graph& g, const ir::Node& n, const ops::Op& op, ValueId filter) {
  std::vector<ValueId> operands = n.inputs;
  operands[1] = filter;
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(op, std::move(operands), n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace

Rewrite ConvertFilterLayout(const ir::Graph& g, ir::NodeId id) {
  constexpr FilterLayout kTo = FilterLayout::kTflite;
  const ir::Node& n = g.node(id);
  ir::Patch p(g, id, "convert_filter_layout");
  if (auto op = In<ops::Conv2D>(kTo, n.op)) {
    ASSIGN_OR_RETURN(ValueId filter, Permute(p, g, n.inputs[1], {3, 0, 1, 2}));  // HWIO -> OHWI
    return Exchange(std::move(p), g, n, *op, filter);
  }
  if (auto op = In<ops::TransposeConv>(kTo, n.op)) {
    ASSIGN_OR_RETURN(ValueId filter, Permute(p, g, n.inputs[1], {2, 0, 1, 3}));  // HWOI -> OHWI
    return Exchange(std::move(p), g, n, *op, filter);
  }
  if (auto op = In<ops::DepthwiseConv2D>(kTo, n.op)) {
    const Shape& f = g.type(n.inputs[1]).shape;
    if (!f.IsStatic()) return Unsupported("'", n.origin, "': a depthwise filter of unknown shape ", f);
    ASSIGN_OR_RETURN(ValueId filter, Reshape(p, g, n.inputs[1], {1, f[0], f[1], f[2] * f[3]}));  // HWCM -> 1HW(CM)
    return Exchange(std::move(p), g, n, *op, filter);
  }
  return std::nullopt;
}

Rewrite RestoreFilterLayout(const ir::Graph& g, ir::NodeId id) {
  constexpr FilterLayout kTo = FilterLayout::kTf;
  const ir::Node& n = g.node(id);
  ir::Patch p(g, id, "restore_filter_layout");
  if (auto op = In<ops::Conv2D>(kTo, n.op)) {
    ASSIGN_OR_RETURN(ValueId filter, Permute(p, g, n.inputs[1], {1, 2, 3, 0}));
    return Exchange(std::move(p), g, n, *op, filter);
  }
  if (auto op = In<ops::TransposeConv>(kTo, n.op)) {
    ASSIGN_OR_RETURN(ValueId filter, Permute(p, g, n.inputs[1], {1, 2, 0, 3}));
    return Exchange(std::move(p), g, n, *op, filter);
  }
  if (auto op = In<ops::DepthwiseConv2D>(kTo, n.op)) {
    const Shape &f = g.type(n.inputs[1]).shape, &x = g.type(n.inputs[0]).shape;
    if (!f.IsStatic() || !x.has_rank() || x.back() < 1 || f[3] % x.back() != 0) return std::nullopt;
    ASSIGN_OR_RETURN(ValueId filter, Reshape(p, g, n.inputs[1], {f[1], f[2], x.back(), f[3] / x.back()}));
    return Exchange(std::move(p), g, n, *op, filter);
  }
  return std::nullopt;
}

Rewrite AddMissingBias(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  if (!n.op.Is<ops::Conv2D>() && !n.op.Is<ops::DepthwiseConv2D>()) return std::nullopt;
  if (Operand(n, 2) != ValueId::kNone) return std::nullopt;
  const TensorType& y_type = g.type(n.outputs[0]);
  if (y_type.dtype != DType::kF32 || y_type.shape.back() < 0) return std::nullopt;
  ir::Patch p(g, id, "add_missing_bias");
  ValueId bias = p.Constant(Tensor(DType::kF32, Shape{y_type.shape.back()}), StrCat(n.origin, "/bias"));
  TensorType types[] = {y_type};
  ASSIGN_OR_RETURN(ValueId y, p.Add(n.op, {n.inputs[0], n.inputs[1], bias}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
