#include "train/grad.h"
#include "ops/batch_norm_train/batch_norm_train.h"
#include "ops/batch_norm_train_backward/batch_norm_train_backward.h"
#include "ops/binary/binary.h"
#include "ops/broadcast_to/broadcast_to.h"

namespace slipway::ops {

// Through y by the backward op; directly: mean = sum x / n, variance = sum (x - mean)^2 / n over n rows.
void Grad(const BatchNormTrain& op, train::GradContext& g) {
  ir::ValueId x = g.input(0), dx = ir::ValueId::kNone;
  const Shape& shape = g.type(x).shape;
  double rows = static_cast<double>(shape.Elements(0, shape.rank() - 1));
  auto combine = [&](BinaryKind kind, ir::ValueId a, ir::ValueId b) { return g.Add(Binary{.kind = kind}, {a, b}); };
  auto scaled = [&](ir::ValueId v, double by) { return combine(BinaryKind::kMul, v, g.ScalarLike(v, by)); };
  auto add = [&](ir::ValueId v) { dx = dx == ir::ValueId::kNone ? v : combine(BinaryKind::kAdd, dx, v); };
  if (g.grad(0) != ir::ValueId::kNone) {
    std::vector<ir::ValueId> d =
        g.AddMany(BatchNormTrainBackward{.epsilon = op.epsilon}, {g.grad(0), x, g.input(1), g.output(1), g.output(2)});
    dx = d[0];
    g.SetGrad(1, d[1]);
    g.SetGrad(2, d[2]);
  }
  if (g.grad(1) != ir::ValueId::kNone)
    add(g.Add(BroadcastTo{}, {scaled(g.grad(1), 1 / rows), g.ConstantInts(shape.dims())}));
  if (g.grad(2) != ir::ValueId::kNone) {
    ir::ValueId centered = combine(BinaryKind::kSub, x, g.output(1));
    add(combine(BinaryKind::kMul, centered, scaled(g.grad(2), 2 / rows)));
  }
  g.SetGrad(0, dx);
}

}  // namespace slipway::ops
