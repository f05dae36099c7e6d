#include "ops/window_indices.h"

#include <algorithm>

namespace slipway::ops {

IndexVectors VectorsOf(const Shape& indices, int64_t index_vector_dim) {
  IndexVectors v;
  for (int i = 0; i < indices.rank(); ++i) {
    int64_t stride = indices.Elements(i + 1, indices.rank());
    if (i == index_vector_dim) {
      v.length = indices[i];
      v.stride = stride;
    } else {
      v.batch.push_back(indices[i]);
      v.batch_stride.push_back(stride);
    }
  }
  return v;
}

std::vector<int64_t> OtherAxes(const std::vector<int64_t>& axes, int64_t rank) {
  std::vector<int64_t> others;
  for (int64_t i = 0; i < rank; ++i)
    if (std::find(axes.begin(), axes.end(), i) == axes.end()) others.push_back(i);
  return others;
}

Status CheckAxes(const std::vector<int64_t>& axes, int64_t rank, const char* name) {
  for (size_t i = 0; i < axes.size(); ++i)
    if (axes[i] < 0 || axes[i] >= rank || (i > 0 && axes[i] <= axes[i - 1]))
      return BadInput(name, " [", StrJoin(axes, ","), "] does not ascend in [0, ", rank, ")");
  return OkStatus();
}

Status CheckIndexMap(const std::vector<int64_t>& map, int64_t length, int64_t rank, const char* name) {
  if (length >= 0 && static_cast<int64_t>(map.size()) != length)
    return BadInput(name, " has ", map.size(), " entries, an index vector ", length);
  for (size_t i = 0; i < map.size(); ++i) {
    bool twice =
        std::find(map.begin(), map.begin() + static_cast<int64_t>(i), map[i]) != map.begin() + static_cast<int64_t>(i);
    if (map[i] < 0 || map[i] >= rank || twice)
      return BadInput(name, " [", StrJoin(map, ","), "] does not name different axes in [0, ", rank, ")");
  }
  return OkStatus();
}

}  // namespace slipway::ops
