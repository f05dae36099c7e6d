#include "interpreter/math/slopes_template.h"

namespace slipway::interpreter {

void SlopeRowAvx512(const SlopeRow& r) { RunSlopes<16>(r); }

}  // namespace slipway::interpreter
