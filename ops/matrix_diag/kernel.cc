#include "interpreter/movement/move_kernel.h"
#include "ops/matrix_diag/matrix_diag.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;

Result<interpreter::Kernel> Prepare(const MatrixDiag& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const MatrixDiag&, const MoveTypes& t, MovePlan* plan) {
    const Shape& x = t.in(0);
    int64_t n = x.back();
    StridedCopy zeros = t.NewCopy(0), diagonal = t.NewCopy(0);
    zeros.Add(t.out(0).Elements(), 0, 1);
    plan->Pad(zeros, t);
    diagonal.Add(x.Elements(0, x.rank() - 1), n, n * n);
    diagonal.Add(n, 1, n + 1);
    plan->Copy(0, 0, diagonal);
  });
}

}  // namespace slipway::ops
