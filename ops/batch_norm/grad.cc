#include "train/grad.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/binary/binary.h"
#include "ops/unary/unary.h"

namespace slipway::ops {

// r = 1 / sqrt(variance + epsilon), z = (x - mean) r, s = gamma r:  dx = dy s, dgamma = sum dy z, dbeta = sum dy,
// dmean = -s dbeta, dvariance = -gamma r^2 dgamma / 2
void Grad(const BatchNorm& op, train::GradContext& g) {
  ir::ValueId dy = g.grad(0), gamma = g.input(1);
  auto combine = [&](BinaryKind kind, ir::ValueId a, ir::ValueId b) { return g.Add(Binary{.kind = kind}, {a, b}); };
  auto times = [&](ir::ValueId a, ir::ValueId b) { return combine(BinaryKind::kMul, a, b); };
  auto sum = [&](ir::ValueId v) { return g.SumTo(v, g.type(gamma).shape); };
  ir::ValueId shifted = combine(BinaryKind::kAdd, g.input(4), g.ScalarLike(gamma, op.epsilon));
  ir::ValueId r = g.Add(Unary{.kind = UnaryKind::kRsqrt}, {shifted});
  ir::ValueId z = times(combine(BinaryKind::kSub, g.input(0), g.input(3)), r), s = times(gamma, r);
  ir::ValueId dgamma = sum(times(dy, z)), dbeta = sum(dy);
  g.SetGrad(0, times(dy, s));
  g.SetGrad(1, dgamma);
  g.SetGrad(2, dbeta);
  g.SetGrad(3, times(times(s, dbeta), g.ScalarLike(gamma, -1)));
  g.SetGrad(4, times(times(times(s, r), dgamma), g.ScalarLike(gamma, -0.5)));
}

}  // namespace slipway::ops
