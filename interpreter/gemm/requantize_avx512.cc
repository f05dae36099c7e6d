#include "interpreter/gemm/requantize_template.h"

namespace slipway::interpreter::gemm {

void RequantizeRowAvx512(const RequantizeRowArgs& a, uint8_t* to) { RequantizeLoop(a, to); }

}  // namespace slipway::interpreter::gemm
