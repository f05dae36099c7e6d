#include "ops/unary/row_template.h"

namespace slipway::ops {

UnaryRow UnaryRowAvx2(UnaryKind kind) { return RowFor<8>(kind); }

}  // namespace slipway::ops
