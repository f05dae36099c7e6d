#include <bit>
#include <limits>

#include "interpreter/xnnpack/window.h"
#include "ops/reduce/reduce.h"

namespace slipway::ops {

using interpreter::Size;

// XNNPACK adds one after the other in f32: longer sums lose more than our kernels, which add in blocks.
constexpr int64_t kLongestSum = 4096;

// The mean over neighbouring axes before the last: XNNPACK's global pool of [outer, 1, reduced, inner].
Status ToXnn(const Reduce& op, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  const Shape& x = c.in_shape(0);
  if (op.kind != ReduceKind::kMean || !c.constant(1)) return b.Refuse("a reduction that is no mean");
  ASSIGN_OR_RETURN(uint32_t mask, AxisMask(c.constant(1)->AsInts(), x.rank()));
  int first = std::countr_zero(mask), count = std::popcount(mask), end = first + count;
  if (count == 0 || mask >> first != (1u << count) - 1 || end >= x.rank())
    return b.Refuse("a mean over axes that are not neighbours before the last");
  if (x.Elements(first, end) > kLongestSum) return b.Refuse("a mean of that many elements without loss");
  size_t outer = Size(x.Elements(0, first)), inner = Size(x.Elements(end, x.rank()));
  uint32_t in = b.In(0, {outer, 1, Size(x.Elements(first, end)), inner}), out = b.Out({outer, 1, 1, inner});
  constexpr float inf = std::numeric_limits<float>::infinity();
  return b.Define(xnn_define_global_average_pooling_2d(b.graph(), -inf, inf, in, out, 0));
}

}  // namespace slipway::ops
