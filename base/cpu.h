#pragma once
// Which instruction set kernels may use, asked once. SLIPWAY_ISA=portable|avx2|avx512|amx|neon|neondot lowers it (for
// tests and comparisons).

namespace slipway {

// kAvx2: with FMA, F16C; kAvx512: F, BW, VL, DQ, VNNI; kAmx: kAvx512 and tiles of bytes. kNeon: every 64-bit ARM;
// kNeonDot: with the dot product of bytes.
enum class Isa { kPortable, kAvx2, kAvx512, kAmx, kNeon, kNeonDot };

// The best that this build has loops for.
Isa CpuIsa();
const char* IsaName(Isa);

// Has this build loops for it? A selective build may leave some out (ISAS of slipway_add_interpreter).
[[gnu::always_inline]] constexpr bool KeepsIsa(Isa isa) {
#define KEPT_ISA(name) \
  if (isa == Isa::name) return true;
#include "base/kept_isas.def"
#undef KEPT_ISA
  return false;
}
// Asks before naming what another build does not have: if (IsaIs(isa, Isa::kAvx2)) return LoopsAvx2(). Most loops know
// no tiles: for them kAmx is kAvx512.
// Inlined always: what is left out must not be asked for by the linker.
[[gnu::always_inline]] constexpr bool IsaIs(Isa isa, Isa wanted) {
  return KeepsIsa(wanted) && (isa == wanted || (isa == Isa::kAmx && wanted == Isa::kAvx512));
}

}  // namespace slipway
