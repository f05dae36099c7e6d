#include "train/grad.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

// da = dy op(b)^T and db = op(a)^T dy, transposed as a and b are stored and summed over broadcast axes.
void Grad(const MatMul& op, train::GradContext& g) {
  ir::ValueId a = g.input(0), b = g.input(1), dy = g.grad(0);
  if (!g.ConstantOf(a)) {
    ir::ValueId da = op.transpose_a ? g.Add(MatMul{.transpose_a = op.transpose_b, .transpose_b = true}, {b, dy})
                                    : g.Add(MatMul{.transpose_b = !op.transpose_b}, {dy, b});
    g.SetGrad(0, g.SumTo(da, g.type(a).shape));
  }
  if (!g.ConstantOf(b)) {
    ir::ValueId db = op.transpose_b ? g.Add(MatMul{.transpose_a = true, .transpose_b = op.transpose_a}, {dy, a})
                                    : g.Add(MatMul{.transpose_a = !op.transpose_a}, {a, dy});
    g.SetGrad(1, g.SumTo(db, g.type(b).shape));
  }
}

}  // namespace slipway::ops
