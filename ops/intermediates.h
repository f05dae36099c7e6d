#pragma once
// Intermediates: what a TFLite operator on codes computes on the way, listed in a file for its scales. In our ops they
// are fields.

#include <span>
#include <vector>

#include "base/tensor.h"
#include "ops/op.h"

namespace slipway::ops {

// The op with those that the file lists; others than Lstm have none.
Op WithIntermediates(Op op, std::span<const TensorType> types);
// What a file must list.
std::vector<TensorType> IntermediatesOf(const Op&);

}  // namespace slipway::ops
