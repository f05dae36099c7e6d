#pragma once
// Checks of a sparse constant. Source of the format: TACO (Kjolstad et al., OOPSLA 2017), with compressed rows.

#include <cstdint>

#include "formats/tflite/model.h"

namespace slipway::tflite {

// How many elements are stored for a tensor of `shape`. An error if orders, sizes, segments or indices contradict each
// other, so that a reader that follows them stays inside of the tensor.
Result<int64_t> CountStoredElements(const Sparsity&, const std::vector<int32_t>& shape);

}  // namespace slipway::tflite
