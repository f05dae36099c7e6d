#include "interpreter/gemm/dot_f32.h"

#include "base/cpu.h"

namespace slipway::interpreter::gemm {

RunDotsF32 BestDotsF32() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return DotsF32Avx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return DotsF32Avx2;
#elif defined(__aarch64__)
  if (CpuIsa() != Isa::kPortable) return DotsF32Neon;
#endif
  return DotsF32Portable;
}

}  // namespace slipway::interpreter::gemm
