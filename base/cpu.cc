#include "base/cpu.h"

#include <cstdlib>
#include <cstring>
#if defined(__aarch64__)
#include <sys/auxv.h>
#elif defined(__x86_64__)
#include <cpuid.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif

namespace slipway {

#if defined(__x86_64__)
// Tile registers are many: Linux gives them to a process that asks (Documentation/arch/x86/xstate.rst).
static bool HasTilesOfBytes() {
#if defined(__linux__)
  constexpr unsigned kTiles = 1u << 24, kTilesOfBytes = 1u << 25;
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(d & kTiles) || !(d & kTilesOfBytes)) return false;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
  return false;
#endif
}
#endif

static Isa Detect() {
  [[maybe_unused]] const char* limit = std::getenv("SLIPWAY_ISA");
  [[maybe_unused]] auto limited_to = [limit](const char* name) { return limit && std::strcmp(limit, name) == 0; };
#if defined(__x86_64__)
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                __builtin_cpu_supports("avx512vnni");
  if (limited_to("portable")) return Isa::kPortable;
  if (KeepsIsa(Isa::kAvx512) && avx512 && !limited_to("avx2"))
    return KeepsIsa(Isa::kAmx) && !limited_to("avx512") && HasTilesOfBytes() ? Isa::kAmx : Isa::kAvx512;
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
    case Isa::kAmx:
      return "amx";
    case Isa::kNeon:
      return "neon";
    case Isa::kNeonDot:
      return "neondot";
  }
  return "unknown";
}

}  // namespace slipway
