#include <limits>

#include "interpreter/xnnpack/window.h"
#include "ops/mat_mul/mat_mul.h"

namespace slipway::ops {

using interpreter::Size;

// A matrix times constant weights: a fully connected layer without bias.
Status ToXnn(const MatMul& op, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  const Shape &a = c.in_shape(0), &w = c.in_shape(1);
  if (op.transpose_a || w.rank() != 2) return b.Refuse("a product of two activations");
  int64_t depth = a.back(), rows = a.Elements() / depth, out = w[op.transpose_b ? 0 : 1];
  constexpr float inf = std::numeric_limits<float>::infinity();
  uint32_t x = b.In(0, {Size(rows), Size(depth)}), weights = b.Weights(1, {Size(w[0]), Size(w[1])});
  uint32_t y = b.Out({Size(rows), Size(out)}), flags = op.transpose_b ? 0 : XNN_FLAG_TRANSPOSE_WEIGHTS;
  return b.Define(xnn_define_fully_connected(b.graph(), -inf, inf, x, weights, XNN_INVALID_VALUE_ID, y, flags));
}

}  // namespace slipway::ops
