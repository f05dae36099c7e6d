#include "interpreter/xnnpack/window.h"
#include "ops/prelu/prelu.h"

namespace slipway::ops {

using interpreter::Size;

// One slope per channel.
Status ToXnn(const Prelu&, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  const Shape &x = c.in_shape(0), &slope = c.in_shape(1);
  if (x.rank() == 0 || slope.rank() == 0) return b.Refuse("a scalar");
  if (slope.back() != x.back() || slope.Elements() != x.back()) return b.Refuse("slopes that are not one per channel");
  interpreter::XnnBuilder::Dims dims = {1, 1, Size(x.Elements() / x.back()), Size(x.back())};
  uint32_t in = b.In(0, dims), slopes = b.Weights(1, {Size(x.back())}), out = b.Out(dims);
  return b.Define(xnn_define_prelu(b.graph(), in, slopes, out, 0));
}

}  // namespace slipway::ops
