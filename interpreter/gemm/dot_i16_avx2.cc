#include "interpreter/gemm/dot_i16_template.h"

namespace slipway::interpreter::gemm {

void DotsI16Avx2(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums) {
  DotsLoop(a, w, k, outputs, sums);
}

}  // namespace slipway::interpreter::gemm
