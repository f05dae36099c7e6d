#pragma once
// Which elements of a window see the input. Windows may be far larger than what they see.

#include <algorithm>
#include <cstdint>

namespace slipway::ops {

// Those of `n` places, `step` apart from `begin` on, that lie in [0, size).
struct PlacesInside {
  PlacesInside(int64_t begin, int64_t step, int64_t n, int64_t size)
      : first(begin < 0 ? (-begin + step - 1) / step : 0),
        end(begin < size ? std::min(n, (size - begin + step - 1) / step) : 0) {}
  int64_t first, end;
};

}  // namespace slipway::ops
