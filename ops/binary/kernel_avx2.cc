#include "ops/binary/row_template.h"

namespace slipway::ops {

BinaryRow BinaryRowAvx2(BinaryKind kind) { return RowFor<8>(kind); }

}  // namespace slipway::ops
