#include "interpreter/gemm/requantize_template.h"

namespace slipway::interpreter::gemm {

void RequantizeRowsAvx2(const RequantizeRowsArgs& a, uint8_t* to) { RequantizeLoop(a, to); }

}  // namespace slipway::interpreter::gemm
