#include "ops/unary/row_template.h"

namespace slipway::ops {

UnaryRow UnaryRowAvx512(UnaryKind kind) { return RowFor<16>(kind); }

}  // namespace slipway::ops
