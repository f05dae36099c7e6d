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
namespace {

// What processor and system offer; a few lines where the compiler's own functions bring tables of all processors.
class Features {
 public:
  Features() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    constexpr unsigned kNeeded = kFma | kSystemSaves | kF16c;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & kNeeded) != kNeeded) return;
    asm("xgetbv" : "=a"(saved_), "=d"(d) : "c"(0));
    __get_cpuid_count(7, 0, &a, &b_, &c_, &d_);
  }

  bool avx2() const { return All(saved_, 0x6) && All(b_, 1u << 5); }
  bool avx512() const {
    constexpr unsigned kFDqBwVl = 1u << 16 | 1u << 17 | 1u << 30 | 1u << 31, kVnni = 1u << 11;
    return avx2() && All(saved_, 0xe6) && All(b_, kFDqBwVl) && All(c_, kVnni);
  }
  // Tile registers are many: Linux gives them to a process that asks (Documentation/arch/x86/xstate.rst).
  bool TakeTilesOfBytes() const {
#if defined(__linux__)
    constexpr unsigned kTilesAndBytes = 1u << 24 | 1u << 25;
    constexpr long kRequestPermission = 0x1023, kTileData = 18;
    return All(d_, kTilesAndBytes) && syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
    return false;
#endif
  }

 private:
  static constexpr unsigned kFma = 1u << 12, kSystemSaves = 1u << 27, kF16c = 1u << 29;
  static bool All(unsigned has, unsigned wanted) { return (has & wanted) == wanted; }

  unsigned saved_ = 0;  // registers that the system saves for a process
  unsigned b_ = 0, c_ = 0, d_ = 0;
};

}  // namespace
#endif

static Isa Detect() {
  [[maybe_unused]] const char* limit = std::getenv("SLIPWAY_ISA");
  [[maybe_unused]] auto limited_to = [limit](const char* name) { return limit && std::strcmp(limit, name) == 0; };
#if defined(__x86_64__)
  const Features cpu;
  if (limited_to("portable")) return Isa::kPortable;
  if (KeepsIsa(Isa::kAvx512) && cpu.avx512() && !limited_to("avx2"))
    return KeepsIsa(Isa::kAmx) && !limited_to("avx512") && cpu.TakeTilesOfBytes() ? Isa::kAmx : Isa::kAvx512;
  return KeepsIsa(Isa::kAvx2) && cpu.avx2() ? Isa::kAvx2 : Isa::kPortable;
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
