#pragma once
// Sparse constants: checks and expansion. Source of the format: TACO (Kjolstad et al., OOPSLA 2017), with compressed
// rows.

#include <cstdint>

#include "formats/tflite/model.h"

namespace slipway::tflite {

// How many elements are stored for a tensor of `shape`. An error if orders, sizes, segments or indices contradict each
// other, so that a reader that follows them stays inside of the tensor.
Result<int64_t> CountStoredElements(const Sparsity&, const std::vector<int32_t>& shape);

// The dense tensor of `type`, zeros where nothing is stored. Unsupported: packed types, blocks within blocks, and
// tensors out of all proportion to what describes them.
Result<Tensor> ExpandSparse(const Sparsity&, const TensorType& type, const Buffer& stored);

}  // namespace slipway::tflite
