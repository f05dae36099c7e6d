#pragma once
// The bins of a histogram as TensorBoard shows them.

#include <span>

#include "base/tensor.h"

namespace slipway::events {

inline constexpr int kDefaultBuckets = 30;

// f64 [buckets, 3]: left edge, right edge, count; bins of equal width from the least to the greatest value, the last
// one closed. Without values all rows are zero; if all values are equal, every edge is that value and the last row
// counts all. Values that are not finite are left out. Source: TensorBoard's histogram summary.
Tensor MakeHistogram(std::span<const float> values, int buckets = kDefaultBuckets);

}  // namespace slipway::events
