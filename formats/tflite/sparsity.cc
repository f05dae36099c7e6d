#include "formats/tflite/sparsity.h"

namespace slipway::tflite {

namespace {

// Is order[begin, end) a permutation of begin .. end-1?
bool IsPermutation(const std::vector<int32_t>& order, size_t begin, size_t end) {
  std::vector<bool> seen(end - begin);
  for (size_t i = begin; i < end; ++i) {
    int64_t at = int64_t{order[i]} - static_cast<int64_t>(begin);
    if (at < 0 || at >= static_cast<int64_t>(seen.size()) || seen[static_cast<size_t>(at)]) return false;
    seen[static_cast<size_t>(at)] = true;
  }
  return true;
}

// Sizes of the tensor's dimensions divided by the blocks in them, then of the blocks.
Result<std::vector<int64_t>> ExpandedShape(const Sparsity& s, const std::vector<int32_t>& shape) {
  std::vector<int64_t> sizes(shape.begin(), shape.end());
  sizes.resize(s.traversal_order.size());
  for (size_t i = 0; i < s.block_map.size(); ++i) {
    const SparseDimension& block = s.dimensions[shape.size() + i];
    int32_t in = s.block_map[i];
    if (block.sparse || block.dense_size <= 0 || in < 0 || in >= static_cast<int32_t>(shape.size()))
      return BadInput("block dimension ", i, " is wrong");
    sizes[static_cast<size_t>(s.traversal_order[shape.size() + i])] = block.dense_size;
    if (sizes[static_cast<size_t>(in)] % block.dense_size != 0)
      return BadInput("blocks of ", block.dense_size, " do not divide dimension ", in);
    sizes[static_cast<size_t>(in)] /= block.dense_size;
  }
  return sizes;
}

Status CheckCompressed(const SparseDimension& d, int64_t parents, int64_t size) {
  if (static_cast<int64_t>(d.segments.size()) != parents + 1 || d.segments.front() != 0)
    return BadInput("it has ", d.segments.size(), " segments for ", parents, " parents");
  for (size_t i = 1; i < d.segments.size(); ++i)
    if (d.segments[i] < d.segments[i - 1]) return BadInput("its segments decrease");
  if (static_cast<int64_t>(d.indices.size()) != d.segments.back())
    return BadInput("it has ", d.indices.size(), " indices, the segments say ", d.segments.back());
  for (int32_t index : d.indices)
    if (index < 0 || index >= size) return BadInput("index ", index, " is outside of 0 to ", size - 1);
  return OkStatus();
}

}  // namespace

Result<int64_t> CountStoredElements(const Sparsity& s, const std::vector<int32_t>& shape) {
  size_t rank = shape.size(), total = s.traversal_order.size();
  if (s.dimensions.size() != total || total != rank + s.block_map.size())
    return BadInput("traversal order, block map and dimensions have ", total, ", ", s.block_map.size(), " and ",
                    s.dimensions.size(), " entries for a tensor of rank ", rank);
  if (!IsPermutation(s.traversal_order, 0, rank) || !IsPermutation(s.traversal_order, rank, total))
    return BadInput("the traversal order is no permutation of the dimensions");
  ASSIGN_OR_RETURN(std::vector<int64_t> sizes, ExpandedShape(s, shape));
  int64_t elements = 1;
  for (size_t i = 0; i < total; ++i) {
    const SparseDimension& d = s.dimensions[i];
    int64_t size = sizes[static_cast<size_t>(s.traversal_order[i])];
    if (d.sparse) {
      RETURN_IF_ERROR_AT(CheckCompressed(d, elements, size), StrCat("sparse dimension ", i));
      elements = static_cast<int64_t>(d.indices.size());
    } else {
      if (d.dense_size != size) return BadInput("dimension ", i, " is ", d.dense_size, " long, not ", size);
      if (__builtin_mul_overflow(elements, size, &elements)) return BadInput("its elements overflow");
    }
  }
  return elements;
}

}  // namespace slipway::tflite
