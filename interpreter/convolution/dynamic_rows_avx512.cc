#include "interpreter/convolution/dynamic_rows_template.h"

namespace slipway::interpreter {

const DynamicRows kDynamicRowsAvx512 = DynamicLoops<16>::kRows;

}  // namespace slipway::interpreter
