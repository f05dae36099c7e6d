#pragma once

#include "ops/dequantize/dequantize.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Dequantize&, RefArgs<T>& a) {
  a.Out(0).v = a.In(0).v;
}

}  // namespace slipway::ops
