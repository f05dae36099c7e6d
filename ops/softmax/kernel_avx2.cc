#include "ops/softmax/row_template.h"

namespace slipway::ops {

SoftmaxRows SoftmaxRowsAvx2() { return RowsFor<8>(); }

}  // namespace slipway::ops
