#include "interpreter/convolution/dynamic_rows_template.h"

namespace slipway::interpreter {

const DynamicRows kDynamicRowsPortable = DynamicLoops<4>::kRows;

}  // namespace slipway::interpreter
