#include "interpreter/xnnpack/window.h"
#include "ops/average_pool_2d/average_pool_2d.h"

namespace slipway::ops {

using interpreter::U32;

Status ToXnn(const AveragePool2D& op, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  if (op.filter_h == 1 && op.filter_w == 1) return b.Refuse("a window of one element");
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), op.filter_h, op.filter_w, WindowOf(op));
  // It lists every element of a window, those that see nothing, too.
  if (op.filter_h > 2 * g.in_h || op.filter_w > 2 * g.in_w) return b.Refuse("a window that is mostly padding");
  interpreter::XnnPadding pad = interpreter::XnnPaddingOf(g);
  uint32_t x = b.In(0), y = b.Out();
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  return b.Define(xnn_define_average_pooling_2d(b.graph(), pad.top, pad.right, pad.bottom, pad.left, U32(op.filter_h),
                                                U32(op.filter_w), U32(op.stride_h), U32(op.stride_w), lo, hi, x, y, 0));
}

}  // namespace slipway::ops
