#include "ops/log_softmax/log_softmax.h"
#include "ops/reduce/reduce.h"
#include "train/graph_value.h"

namespace slipway::ops {

// dx = dy - exp(y) sum(dy)
void Grad(const LogSoftmax&, train::GradContext& g) {
  using train::GraphValue;
  int64_t last[] = {-1};
  GraphValue y(g, g.output(0)), dy(g, g.grad(0));
  GraphValue sum(g, g.Add(Reduce{.kind = ReduceKind::kSum, .keep_dims = true}, {g.grad(0), g.ConstantInts(last)}));
  g.SetGrad(0, (dy - exp(y) * sum).In(g, g.input(0)));
}

}  // namespace slipway::ops
