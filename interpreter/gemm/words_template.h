#pragma once
// The body of TilesI16::words*, a plain loop. Internal linkage: included by sources of several instruction sets.

#include "interpreter/gemm/i16_tile.h"

namespace slipway::interpreter::gemm {
namespace {

template <class Sum>
void StoreWords(const WordRows<Sum>& w) {
  for (int64_t r = 0; r < w.rows; ++r) {
    const Sum* sums = w.sums + r * w.sums_step;
    int16_t* y = w.y + r * w.y_step;
    for (int64_t j = 0; j < w.n; ++j) {
      int64_t v = ((sums[j] + w.bias[j]) * w.multiplier[j] + w.round[j]) >> w.shift[j];
      if (w.wraps) v = static_cast<int32_t>(v);
      v += w.zero_point;
      v = v < w.lo ? w.lo : v;
      y[j] = static_cast<int16_t>(v > w.hi ? w.hi : v);
    }
  }
}

}  // namespace
}  // namespace slipway::interpreter::gemm
