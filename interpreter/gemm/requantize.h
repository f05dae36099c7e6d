#pragma once
// The float requantization of one row, one object per instruction set. No function bodies here.

#include <cstdint>

namespace slipway::interpreter::gemm {

struct RequantizeRowArgs {
  const int32_t* sums;
  const int32_t* start;
  const float* factor;
  int64_t n;
  int32_t term, zero_point, lo, hi;
};
// to[j] = clamp(zero_point + round-to-even(factor (sum + start + term)), lo, hi), low byte.
using RequantizeRow = void (*)(const RequantizeRowArgs&, uint8_t* to);

void RequantizeRowPortable(const RequantizeRowArgs&, uint8_t* to);
#if defined(__x86_64__)
void RequantizeRowAvx2(const RequantizeRowArgs&, uint8_t* to);
void RequantizeRowAvx512(const RequantizeRowArgs&, uint8_t* to);
#endif

}  // namespace slipway::interpreter::gemm
