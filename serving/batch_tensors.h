#pragma once
// Rows of several requests in one tensor and back. The first dimension counts rows.

#include <span>
#include <vector>

#include "base/tensor.h"

namespace slipway::serving {

// The same dtype and dimensions but for the rows. `rows` is at least their sum; what is missing repeats the first row.
Tensor ConcatRows(std::span<const Tensor> parts, int64_t rows);
Tensor SliceRows(const Tensor& t, int64_t begin, int64_t rows);
// The elements in the front corner of a larger shape of the same rank; the rest repeats the first element.
Tensor PadTo(const Tensor& t, const Shape& shape);

}  // namespace slipway::serving
