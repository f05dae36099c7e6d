#pragma once

#include "ops/reference.h"
#include "ops/shape_of/shape_of.h"

namespace slipway::ops {

template <class T>
void Reference(const ShapeOf&, RefArgs<T>& a) {
  for (int i = 0; i < a.in_shape(0).rank(); ++i) a.OutInts(0)[static_cast<size_t>(i)] = a.in_shape(0)[i];
}

}  // namespace slipway::ops
