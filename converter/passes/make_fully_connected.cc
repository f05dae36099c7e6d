#include "converter/passes/passes.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/transpose/transpose.h"

namespace slipway::converter {

using ir::ValueId;

Rewrite MakeFullyConnected(const ir::Graph& g, ir::NodeId id) {
  const ir::Node& n = g.node(id);
  const auto* matmul = n.op.As<ops::MatMul>();
  if (!matmul || matmul->transpose_a) return std::nullopt;
  ValueId x = n.inputs[0], w = n.inputs[1];
  const Shape& in = g.type(x).shape;
  const Tensor* weights = g.ConstantOf(w);
  if (!weights || weights->dtype() != DType::kF32 || weights->shape().rank() != 2 || !in.has_rank() || in.rank() < 2)
    return std::nullopt;
  ir::Patch p(g, id, "make_fully_connected");
  if (!matmul->transpose_b) {
    int64_t swap[] = {1, 0};
    ValueId perm = p.Constant(Tensor::Vector(swap), StrCat(n.origin, "/perm"));
    ASSIGN_OR_RETURN(w, p.Add(ops::Transpose{}, {w, perm}, g.value(w).name));
  }
  TensorType types[] = {g.type(n.outputs[0])};
  ASSIGN_OR_RETURN(ValueId y,
                   p.Add(ops::FullyConnected{.keep_num_dims = in.rank() > 2}, {x, w, ValueId::kNone}, n.origin, types));
  p.Replace(n.outputs[0], y);
  return p;
}

}  // namespace slipway::converter
