#pragma once
// Sums of elements of any dtype with few instantiations: integers wrap around, so their sign does not matter.

#include "base/dtype.h"

namespace slipway::interpreter {

// Calls f(T{}) with a type whose sums (ops::NumberOf<T>) are those of the dtype: floats, unsigned integers, bool. False
// if there is none.
template <class F>
bool VisitSumType(DType t, F&& f) {
  switch (t) {
    case DType::kF32:
      f(float{});
      return true;
    case DType::kF64:
      f(double{});
      return true;
    case DType::kF16:
      f(Half{});
      return true;
    case DType::kBF16:
      f(BFloat16{});
      return true;
    case DType::kBool:
      f(bool{});
      return true;
    default:
      break;
  }
  if (!IsInteger(t)) return false;
  switch (DTypeSize(t)) {
    case 1:
      f(uint8_t{});
      return true;
    case 2:
      f(uint16_t{});
      return true;
    case 4:
      f(uint32_t{});
      return true;
    case 8:
      f(uint64_t{});
      return true;
    default:
      return false;
  }
}

}  // namespace slipway::interpreter
