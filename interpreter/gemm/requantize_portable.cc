#include "interpreter/gemm/requantize_template.h"

namespace slipway::interpreter::gemm {

void RequantizeRowPortable(const RequantizeRowArgs& a, uint8_t* to) { RequantizeLoop(a, to); }

}  // namespace slipway::interpreter::gemm
