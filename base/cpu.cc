#include "base/cpu.h"

#include <cstdlib>
#include <cstring>

namespace slipway {

static Isa Detect() {
#if defined(__x86_64__)
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512vnni");
  const char* limit = std::getenv("SLIPWAY_ISA");
  if (limit && std::strcmp(limit, "portable") == 0) return Isa::kPortable;
  if (avx512 && !(limit && std::strcmp(limit, "avx2") == 0)) return Isa::kAvx512;
  return avx2 ? Isa::kAvx2 : Isa::kPortable;
#elif defined(__aarch64__)
  return Isa::kNeon;
#else
  return Isa::kPortable;
#endif
}

Isa CpuIsa() {
  static const Isa isa = Detect();
  return isa;
}

const char* IsaName(Isa isa) {
  switch (isa) {
    case Isa::kPortable:
      return "portable";
    case Isa::kAvx2:
      return "avx2";
    case Isa::kAvx512:
      return "avx512";
    case Isa::kNeon:
      return "neon";
  }
  return "unknown";
}

}  // namespace slipway
