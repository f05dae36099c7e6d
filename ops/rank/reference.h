#pragma once

#include "ops/rank/rank.h"
#include "ops/reference.h"

namespace slipway::ops {

template <class T>
void Reference(const Rank&, RefArgs<T>& a) {
  a.OutInts(0)[0] = a.in_shape(0).rank();
}

}  // namespace slipway::ops
