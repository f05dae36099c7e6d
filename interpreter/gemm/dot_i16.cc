#include "interpreter/gemm/dot_i16.h"

#include "base/cpu.h"

namespace slipway::interpreter::gemm {

void DotsI16Wide(const int16_t* a, const int16_t* w, int64_t k, int64_t outputs, int64_t* sums) {
  for (int64_t o = 0; o < outputs; ++o) {
    int64_t sum = 0;
    for (int64_t i = 0; i < k; ++i) sum += static_cast<int32_t>(a[i]) * static_cast<int32_t>(w[o * k + i]);
    sums[o] = sum;
  }
}

DotsI16 BestDotsI16() {
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx512) return DotsI16Avx512;
  if (CpuIsa() == Isa::kAvx2) return DotsI16Avx2;
#endif
  return DotsI16Portable;
}

}  // namespace slipway::interpreter::gemm
