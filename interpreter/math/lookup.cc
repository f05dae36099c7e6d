#include "interpreter/math/lookup.h"

#include "base/cpu.h"

namespace slipway::interpreter {

void LookupPortable(const ByteTable& table, const uint8_t* x, uint8_t* y, int64_t n) {
  int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    uint8_t block[8];
    for (int k = 0; k < 8; ++k) block[k] = table[x[i + k]];
    for (int k = 0; k < 8; ++k) y[i + k] = block[k];
  }
  for (; i < n; ++i) y[i] = table[x[i]];
}

Lookup BestLookup() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512) && __builtin_cpu_supports("avx512vbmi")) return LookupAvx512;
#endif
  return LookupPortable;
}

}  // namespace slipway::interpreter
