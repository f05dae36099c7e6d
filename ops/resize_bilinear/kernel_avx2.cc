#include "ops/resize_bilinear/row_template.h"

namespace slipway::ops {

BilinearRows BilinearRowsAvx2() { return AllBilinearRows(); }

}  // namespace slipway::ops
