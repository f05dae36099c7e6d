#include "ops/resize_bilinear/row_template.h"

namespace slipway::ops {

BilinearRows BilinearRowsAvx512() { return AllBilinearRows(); }

}  // namespace slipway::ops
