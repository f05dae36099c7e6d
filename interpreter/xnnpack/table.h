#pragma once
// The facets of ops/NAME/xnnpack.cc (ops/tables/xnn.cc) and where XNNPACK is the faster one (faster.cc).

#include "interpreter/xnnpack/builder.h"

namespace slipway::interpreter {

using XnnFacet = Status (*)(const void* op, XnnBuilder&);
// nullptr: the op has none.
XnnFacet XnnFacetOf(const ops::Op&);

// Is XNNPACK faster than our own kernel?
bool XnnIsFaster(const ops::Op&);

}  // namespace slipway::interpreter
