#include "interpreter/gemm/dot_i16.h"

#include "base/cpu.h"

namespace slipway::interpreter::gemm {

DotsI16 BestDotsI16() {
#if defined(__x86_64__)
  if (CpuIsa() == Isa::kAvx512) return DotsI16Avx512;
  if (CpuIsa() == Isa::kAvx2) return DotsI16Avx2;
#endif
  return DotsI16Portable;
}

}  // namespace slipway::interpreter::gemm
