#include "interpreter/xnnpack/window.h"
#include "ops/convolution.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::ops {

using interpreter::Size;

Status ToXnn(const FullyConnected& op, interpreter::XnnBuilder& b) {
  RETURN_IF_ERROR(CheckClampActivation(op.activation));
  const interpreter::PrepareContext& c = b.node();
  int64_t out = c.in_shape(1)[0], depth = c.in_shape(1)[1], rows = RowsOf(c.in_shape(0), depth);
  uint32_t x = b.In(0, {Size(rows), Size(depth)}), weights = b.Weights(1, {Size(out), Size(depth)});
  uint32_t bias = b.Weights(2, {Size(out)}), y = b.Out({Size(rows), Size(out)});
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  return b.Define(xnn_define_fully_connected(b.graph(), lo, hi, x, weights, bias, y, 0));
}

}  // namespace slipway::ops
