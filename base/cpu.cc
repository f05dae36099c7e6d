#include "base/cpu.h"

#include <cstdlib>
#include <cstring>
#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace slipway {

static Isa Detect() {
  [[maybe_unused]] const char* limit = std::getenv("SLIPWAY_ISA");
  [[maybe_unused]] auto limited_to = [limit](const char* name) { return limit && std::strcmp(limit, name) == 0; };
#if defined(__x86_64__)
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512vnni");
  if (limited_to("portable")) return Isa::kPortable;
  if (KeepsIsa(Isa::kAvx512) && avx512 && !limited_to("avx2")) return Isa::kAvx512;
  return KeepsIsa(Isa::kAvx2) && avx2 ? Isa::kAvx2 : Isa::kPortable;
#elif defined(__aarch64__)
  if (limited_to("portable")) return Isa::kPortable;
  bool dot = KeepsIsa(Isa::kNeonDot) && (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) && !limited_to("neon");
  return dot ? Isa::kNeonDot : Isa::kNeon;
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
    case Isa::kNeonDot:
      return "neondot";
  }
  return "unknown";
}

}  // namespace slipway
