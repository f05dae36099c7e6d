#include "interpreter/math/slopes.h"

#include "interpreter/math/slopes_template.h"

namespace slipway::interpreter {

void SlopeRowPortable(const SlopeRow& r) { RunSlopes<4>(r); }

RunSlopeRow SlopeRowOf([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return SlopeRowAvx512;
  if (IsaIs(isa, Isa::kAvx2)) return SlopeRowAvx2;
#endif
  return SlopeRowPortable;
}

}  // namespace slipway::interpreter
