#include "interpreter/xnnpack/window.h"
#include "ops/depth_to_space/depth_to_space.h"

namespace slipway::ops {

Status ToXnn(const DepthToSpace& op, interpreter::XnnBuilder& b) {
  if (op.block < 2) return b.Refuse("a block of one pixel");
  uint32_t x = b.In(0), y = b.Out();
  return b.Define(xnn_define_depth_to_space(b.graph(), x, y, interpreter::U32(op.block), 0));
}

}  // namespace slipway::ops
