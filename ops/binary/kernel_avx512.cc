#include "ops/binary/row_template.h"

namespace slipway::ops {

BinaryRow BinaryRowAvx512(BinaryKind kind) { return RowFor<16>(kind); }

}  // namespace slipway::ops
