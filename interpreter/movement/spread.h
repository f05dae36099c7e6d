#pragma once
// Elements spread over a larger tensor: the moves of Dilate and InteriorPad.

#include <algorithm>

#include "interpreter/movement/move_kernel.h"

namespace slipway::interpreter {

// Result 0 is operand `value` everywhere, but element i of operand 0 along an axis lies at low + i * (interior + 1), as
// far as that is inside. Empty lists: zeros.
inline void Spread(const MoveTypes& t, int value, const std::vector<int64_t>& low, const std::vector<int64_t>& interior,
                   MovePlan* plan) {
  const Shape &x = t.in(0), &y = t.out(0);
  StridedCopy fill = t.NewCopy(0);
  fill.Add(y.Elements(), 0, 1);
  plan->Copy(value, 0, fill);
  Strides from(x), to(y);
  StridedCopy copy = t.NewCopy(0);
  for (int i = 0; i < x.rank(); ++i) {
    size_t at = static_cast<size_t>(i);
    constexpr int64_t kFarBefore = -(int64_t{1} << 62);  // no element comes in
    int64_t first = low.empty() ? 0 : std::max(low[at], kFarBefore), step = interior.empty() ? 1 : interior[at] + 1;
    int64_t begin = first < 0 ? 1 + (-first - 1) / step : 0;
    int64_t end = y[i] > first ? 1 + (y[i] - 1 - first) / step : 0;
    int64_t count = std::max<int64_t>(std::min(end, x[i]) - begin, 0);
    if (count > 0) {
      copy.from_offset += begin * from[i];
      copy.to_offset += (first + begin * step) * to[i];
    }
    // Steps may be huge where none is made.
    copy.Add(count, from[i], count > 1 ? step * to[i] : 0);
  }
  plan->Copy(0, 0, copy);
}

}  // namespace slipway::interpreter
