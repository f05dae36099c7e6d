#include "ops/log_softmax/log_softmax.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"
#include "train/graph_value.h"

namespace slipway::ops {

// dlogits = dloss backprop, dlabels = -dloss log softmax(logits).
void Grad(const SoftmaxCrossEntropy&, train::GradContext& g) {
  using train::GraphValue;
  if (g.grad(1) != ir::ValueId::kNone) return g.Fail("the backprop result of SoftmaxCrossEntropy has no gradient");
  int64_t column[] = {g.type(g.input(0)).shape[0], 1};
  GraphValue dloss(g, g.Add(Reshape{}, {g.grad(0), g.ConstantInts(column)})), backprop(g, g.output(1));
  g.SetGrad(0, (dloss * backprop).In(g, g.input(0)));
  if (g.ConstantOf(g.input(1))) return;
  GraphValue log_softmax(g, g.Add(LogSoftmax{}, {g.input(0)}));
  g.SetGrad(1, (-(dloss * log_softmax)).In(g, g.input(1)));
}

}  // namespace slipway::ops
