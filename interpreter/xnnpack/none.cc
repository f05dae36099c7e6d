// Built without XNNPACK (SLIPWAY_XNNPACK=OFF).
#include "interpreter/xnnpack/engine.h"

namespace slipway::interpreter {

const NodeEngine* XnnEngine(XnnUse) { return nullptr; }

}  // namespace slipway::interpreter
