#pragma once

#include "ops/reference.h"
#include "ops/zeros_like/zeros_like.h"

namespace slipway::ops {

template <class T>
void Reference(const ZerosLike&, RefArgs<T>& a) {
  for (T& v : a.Out(0).v) v = T();
}

}  // namespace slipway::ops
