#include "interpreter/math/slopes_template.h"

namespace slipway::interpreter {

void SlopeRowAvx2(const SlopeRow& r) { RunSlopes<8>(r); }

}  // namespace slipway::interpreter
