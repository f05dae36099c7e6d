#pragma once
// Which instruction set kernels may use, asked once. SLIPWAY_ISA=portable|avx2|avx512 lowers it (for tests and
// comparisons).

namespace slipway {

enum class Isa { kPortable, kAvx2, kAvx512, kNeon };  // kAvx2: with FMA, F16C; kAvx512: F, BW, VL, DQ, VNNI

Isa CpuIsa();
const char* IsaName(Isa);

}  // namespace slipway
