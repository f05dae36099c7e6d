#include "ops/reduce/fold_template.h"

namespace slipway::ops {

Fold FoldF32Avx2(ReduceKind kind) { return FoldFor<float>(kind); }

}  // namespace slipway::ops
