#pragma once
// Index vectors of StableHLO's gather and scatter, and the axes that walk through a window.

#include "ops/infer.h"

namespace slipway::ops {

// Where the vectors lie in a static tensor of indices.
struct IndexVectors {
  std::vector<int64_t> batch;  // dimensions without the vectors' axis
  int64_t length = 1;          // elements of a vector
  int64_t stride = 1;          // from one element of a vector to the next
  // The place of a vector's first element; `at` indexes the batch.
  int64_t First(const std::vector<int64_t>& at) const {
    int64_t offset = 0;
    for (size_t i = 0; i < at.size(); ++i) offset += at[i] * batch_stride[i];
    return offset;
  }
  std::vector<int64_t> batch_stride;
};
IndexVectors VectorsOf(const Shape& indices, int64_t index_vector_dim);

// The axes of 0 .. rank - 1 that are not in `axes`.
std::vector<int64_t> OtherAxes(const std::vector<int64_t>& axes, int64_t rank);
// `axes` ascend strictly and are in [0, rank).
Status CheckAxes(const std::vector<int64_t>& axes, int64_t rank, const char* name);
// `map` has `length` entries (-1: unknown), each another axis in [0, rank).
Status CheckIndexMap(const std::vector<int64_t>& map, int64_t length, int64_t rank, const char* name);

}  // namespace slipway::ops
