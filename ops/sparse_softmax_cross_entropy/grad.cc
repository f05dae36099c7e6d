#include "ops/reshape/reshape.h"
#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"
#include "train/graph_value.h"

namespace slipway::ops {

// dlogits = dloss backprop
void Grad(const SparseSoftmaxCrossEntropy&, train::GradContext& g) {
  using train::GraphValue;
  if (g.grad(1) != ir::ValueId::kNone)
    return g.Fail("the backprop result of SparseSoftmaxCrossEntropy has no gradient");
  int64_t column[] = {g.type(g.input(0)).shape[0], 1};
  GraphValue dloss(g, g.Add(Reshape{}, {g.grad(0), g.ConstantInts(column)})), backprop(g, g.output(1));
  g.SetGrad(0, (dloss * backprop).In(g, g.input(0)));
}

}  // namespace slipway::ops
