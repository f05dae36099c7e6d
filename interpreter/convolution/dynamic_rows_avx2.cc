#include "interpreter/convolution/dynamic_rows_template.h"

namespace slipway::interpreter {

const DynamicRows kDynamicRowsAvx2 = DynamicLoops<8>::kRows;

}  // namespace slipway::interpreter
