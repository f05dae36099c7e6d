#include "interpreter/xnnpack/window.h"
#include "ops/leaky_relu/leaky_relu.h"

namespace slipway::ops {

Status ToXnn(const LeakyRelu& op, interpreter::XnnBuilder& b) {
  interpreter::XnnBuilder::Dims all = {interpreter::Size(b.node().in_shape(0).Elements())};
  uint32_t x = b.In(0, all), y = b.Out(all);
  return b.Define(xnn_define_leaky_relu(b.graph(), op.alpha, x, y, 0));
}

}  // namespace slipway::ops
