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

template <class T>
std::optional<ops::Op> InTfliteLayout(const ops::Op& op) {
  const T* t = op.As<T>();
  if (!t || t->layout == FilterLayout::kTflite) return std::nullopt;
  T copy = *t;
  copy.layout = FilterLayout::kTflite;
  return ops::Op(copy);
}

}  // namespace

Rewrite ConvertFilterLayout(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  ir::Patch p(g, id, "convert_filter_layout");
  std::vector<ValueId> operands = n.inputs;
  std::optional<ops::Op> op;
  if ((op = InTfliteLayout<ops::Conv2D>(n.op))) {
    ASSIGN_OR_RETURN(operands[1], Permute(p, g, n.inputs[1], {3, 0, 1, 2}));  // HWIO -> OHWI
  } else if ((op = InTfliteLayout<ops::TransposeConv>(n.op))) {
    ASSIGN_OR_RETURN(operands[1], Permute(p, g, n.inputs[1], {2, 0, 1, 3}));  // HWOI -> OHWI
  } else if ((op = InTfliteLayout<ops::DepthwiseConv2D>(n.op))) {
    const Shape& f = g.type(n.inputs[1]).shape;
    if (!f.IsStatic()) return Unsupported("'", n.origin, "': a depthwise filter of unknown shape ", f);
    int64_t dims[] = {1, f[0], f[1], f[2] * f[3]};  // HWCM -> 1HW(CM)
    const std::string& name = g.value(n.inputs[1]).name;
    ASSIGN_OR_RETURN(operands[1], p.Add(ops::Reshape{},
                                        {n.inputs[1], p.Constant(Tensor::Vector(dims), StrCat(name, "/shape"))}, name));
  } else {
    return std::nullopt;
  }
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y, p.Add(*op, std::move(operands), n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
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
