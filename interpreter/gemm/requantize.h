#pragma once
// The float requantization of rows of sums, one object per instruction set. No function bodies here.

#include <cstdint>

namespace slipway::interpreter::gemm {

struct RequantizeRowsArgs {
  const int32_t* sums;
  const int32_t* start;
  const float* factor;
  int64_t rows, n;
  int64_t sums_step, to_step;  // elements from row to row
  int32_t term, zero_point, lo, hi;
};
// to[r, j] = clamp(zero_point + round-to-even(factor[j] (sums[r, j] + start[j] + term)), lo, hi), low byte.
using RequantizeRows = void (*)(const RequantizeRowsArgs&, uint8_t* to);

void RequantizeRowsPortable(const RequantizeRowsArgs&, uint8_t* to);
#if defined(__x86_64__)
void RequantizeRowsAvx2(const RequantizeRowsArgs&, uint8_t* to);
void RequantizeRowsAvx512(const RequantizeRowsArgs&, uint8_t* to);
#endif

}  // namespace slipway::interpreter::gemm
