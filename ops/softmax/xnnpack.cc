#include "interpreter/xnnpack/window.h"
#include "ops/softmax/softmax.h"

namespace slipway::ops {

using interpreter::Size;

Status ToXnn(const Softmax& op, interpreter::XnnBuilder& b) {
  const Shape& x = b.node().in_shape(0);
  if (op.beta != 1) return b.Refuse("a softmax with another beta than 1");
  interpreter::XnnBuilder::Dims rows = {Size(x.Elements() / x.back()), Size(x.back())};
  uint32_t in = b.In(0, rows), out = b.Out(rows);
  return b.Define(xnn_define_softmax(b.graph(), in, out, 0));
}

}  // namespace slipway::ops
