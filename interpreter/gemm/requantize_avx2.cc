#include "interpreter/gemm/requantize_template.h"

namespace slipway::interpreter::gemm {

void RequantizeRowAvx2(const RequantizeRowArgs& a, uint8_t* to) { RequantizeLoop(a, to); }

}  // namespace slipway::interpreter::gemm
