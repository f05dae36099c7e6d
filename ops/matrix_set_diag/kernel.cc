#include <algorithm>

#include "interpreter/movement/move_kernel.h"
#include "ops/matrix_set_diag/matrix_set_diag.h"

namespace slipway::ops {

using interpreter::MovePlan;
using interpreter::MoveTypes;
using interpreter::StridedCopy;

Result<interpreter::Kernel> Prepare(const MatrixSetDiag& op, interpreter::PrepareContext& c) {
  return interpreter::PrepareMoves(op, c, {}, [](const MatrixSetDiag&, const MoveTypes& t, MovePlan* plan) {
    const Shape& x = t.in(0);
    int64_t m = x[x.rank() - 2], n = x.back(), k = std::min(m, n);
    plan->CopyAll(0, 0, t);
    StridedCopy diagonal = t.NewCopy(0);
    diagonal.Add(x.Elements(0, x.rank() - 2), k, m * n);
    diagonal.Add(k, 1, n + 1);
    plan->Copy(1, 0, diagonal);
  });
}

}  // namespace slipway::ops
