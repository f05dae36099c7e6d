#pragma once

#include <algorithm>

#include "ops/dequantize/dequantize.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Dequantize&, RefArgs<T>& a) {
  std::ranges::copy(a.In(0).v, a.Out(0).v.begin());
}

}  // namespace slipway::ops
