#pragma once
// Gradients: `void Grad(const OP&, GradContext&)` in ops/NAME/grad.cc writes the vector-Jacobian product of one node as
// nodes.
//
//   void Grad(const Softmax& op, GradContext& g) { ...; g.SetGrad(0, dx); }
//
// Called for nodes that a gradient reaches. All shapes are static. Operands that need none (integers, constants) may be
// left unset; a float operand left unset means "no gradient flows there". Failures to build are kept by the context and
// reported with the node's origin, so Grad reads as straight-line code.

#include <vector>

#include "ir/graph.h"

namespace slipway::train {

class GradContext {
 public:
  virtual int num_inputs() const = 0;
  virtual ir::ValueId input(int i) const = 0;  // kNone: absent
  virtual ir::ValueId output(int i) const = 0;
  // The gradient of result i; kNone where none flows.
  virtual ir::ValueId grad(int i) const = 0;
  // The gradient of operand i, of the operand's shape and dtype.
  virtual void SetGrad(int i, ir::ValueId g) = 0;
  virtual const TensorType& type(ir::ValueId v) const = 0;
  virtual const Tensor* ConstantOf(ir::ValueId v) const = 0;
  // Appends a node with one result / several results.
  virtual ir::ValueId Add(ops::Op op, std::vector<ir::ValueId> inputs) = 0;
  virtual std::vector<ir::ValueId> AddMany(ops::Op op, std::vector<ir::ValueId> inputs) = 0;
  virtual ir::ValueId Constant(Tensor t) = 0;
  virtual void Fail(std::string why) = 0;

  ir::ValueId ConstantInts(std::span<const int64_t> values) { return Constant(Tensor::Vector(values)); }
  // A float scalar of `like`'s dtype.
  ir::ValueId ScalarLike(ir::ValueId like, double value);
  // Sums `g` over the axes along which a tensor of shape `to` was broadcast, and reshapes to it.
  ir::ValueId SumTo(ir::ValueId g, const Shape& to);

 protected:
  ~GradContext() = default;
};

// The facet as a table entry (row `OpInfo::index`; tables/grad.cc); nullptr where the op has no gradient.
using GradFunction = void (*)(const void* op, GradContext&);
GradFunction GradOf(const ops::Op&);

// Appends to `graph` the gradients of scalar `loss` with respect to `params`, in their order. Reads of one variable are
// summed; a read after an assignment is refused. `params` may be any float values of the graph (variable reads,
// inputs). A parameter that the loss does not depend on gets zeros. Activations that are fused into ops on the way are
// split off first: their results get new ids. Nodes that no gradient needs may be left behind (ir::RemoveUnused).
Result<std::vector<ir::ValueId>> Gradients(ir::Graph& graph, ir::ValueId loss, std::span<const ir::ValueId> params);

}  // namespace slipway::train
