#include "ops/softmax/row_template.h"

namespace slipway::ops {

SoftmaxRows SoftmaxRowsAvx512() { return RowsFor<16>(); }

}  // namespace slipway::ops
