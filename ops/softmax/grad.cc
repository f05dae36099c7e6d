#include "train/grad.h"
#include "ops/binary/binary.h"
#include "ops/reduce/reduce.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

// dx = beta (dy - sum(dy y)) y
void Grad(const Softmax& op, train::GradContext& g) {
  ir::ValueId y = g.output(0), dy = g.grad(0);
  int64_t last[] = {-1};
  ir::ValueId dot = g.Add(Reduce{.kind = ReduceKind::kSum, .keep_dims = true},
                          {g.Add(Binary{.kind = BinaryKind::kMul}, {dy, y}), g.ConstantInts(last)});
  ir::ValueId centered = g.Add(Binary{.kind = BinaryKind::kSub}, {dy, dot});
  ir::ValueId dx = g.Add(Binary{.kind = BinaryKind::kMul}, {centered, y});
  if (op.beta != 1) dx = g.Add(Binary{.kind = BinaryKind::kMul}, {dx, g.ScalarLike(dx, op.beta)});
  g.SetGrad(0, dx);
}

}  // namespace slipway::ops
