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
    int64_t first = low.empty() ? 0 : low[at], step = interior.empty() ? 1 : interior[at] + 1;
    int64_t begin = first < 0 ? (-first + step - 1) / step : 0;
    int64_t end = y[i] > first ? (y[i] - first + step - 1) / step : 0;
    end = std::min(end, x[i]);
    copy.from_offset += begin * from[i];
    copy.to_offset += (first + begin * step) * to[i];
    copy.Add(std::max<int64_t>(end - begin, 0), from[i], step * to[i]);
  }
  plan->Copy(0, 0, copy);
}

}  // namespace slipway::interpreter
