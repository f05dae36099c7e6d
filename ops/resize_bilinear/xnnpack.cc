#include "interpreter/xnnpack/window.h"
#include "ops/resize_bilinear/resize_bilinear.h"

namespace slipway::ops {

Status ToXnn(const ResizeBilinear& op, interpreter::XnnBuilder& b) {
  const Shape& y = b.node().out_shape(0);
  uint32_t flags = op.align_corners        ? XNN_FLAG_ALIGN_CORNERS
                   : op.half_pixel_centers ? 0
                                           : XNN_FLAG_TENSORFLOW_LEGACY_MODE;
  uint32_t in = b.In(0), out = b.Out();
  return b.Define(xnn_define_static_resize_bilinear_2d(b.graph(), interpreter::Size(y[1]), interpreter::Size(y[2]), in,
                                                       out, flags));
}

}  // namespace slipway::ops
