#pragma once
// Which instruction set kernels may use, asked once. SLIPWAY_ISA=portable|avx2|avx512|neon|neondot lowers it (for
// tests and comparisons).

namespace slipway {

// kAvx2: with FMA, F16C; kAvx512: F, BW, VL, DQ, VNNI. kNeon: every 64-bit ARM; kNeonDot: with the dot product of
// bytes.
enum class Isa { kPortable, kAvx2, kAvx512, kNeon, kNeonDot };

Isa CpuIsa();
const char* IsaName(Isa);

}  // namespace slipway
