#include "formats/tflite/sparsity.h"

#include <algorithm>
#include <cstring>

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

namespace {

// Walks the stored elements in their order and puts each where it belongs in the dense tensor.
class Expander {
 public:
  Expander(const Sparsity& s, const Shape& shape, size_t element, const std::byte* from, std::byte* to)
      : s_(s), element_(element), from_(from), to_(to) {
    int rank = shape.rank();
    std::vector<int64_t> strides;
    for (int i = 0; i < rank; ++i) strides.push_back(shape.Elements(i + 1, rank));
    std::vector<int64_t> outer = strides;
    for (size_t b = 0; b < s.block_map.size(); ++b) {
      size_t in = static_cast<size_t>(s.block_map[b]);
      strides.push_back(strides[in]);
      outer[in] *= s.dimensions[static_cast<size_t>(rank) + b].dense_size;
    }
    std::copy(outer.begin(), outer.end(), strides.begin());
    for (int32_t d : s.traversal_order) strides_.push_back(strides[static_cast<size_t>(d)]);
  }

  // Node `node` of the level above, whose elements begin at `offset` of the dense tensor.
  void Walk(size_t level, int64_t node, int64_t offset) const {
    if (level == strides_.size()) {
      std::memcpy(to_ + static_cast<size_t>(offset) * element_, from_ + static_cast<size_t>(node) * element_, element_);
      return;
    }
    const SparseDimension& d = s_.dimensions[level];
    int64_t stride = strides_[level];
    if (!d.sparse) {
      for (int64_t i = 0; i < d.dense_size; ++i) Walk(level + 1, node * d.dense_size + i, offset + i * stride);
      return;
    }
    size_t parent = static_cast<size_t>(node);
    for (int64_t i = d.segments[parent]; i < d.segments[parent + 1]; ++i)
      Walk(level + 1, i, offset + d.indices[static_cast<size_t>(i)] * stride);
  }

 private:
  const Sparsity& s_;
  size_t element_;
  const std::byte* from_;
  std::byte* to_;
  std::vector<int64_t> strides_;  // per level
};

// A small file may not ask for much: the dense tensor takes at most this many times what describes it.
constexpr uint64_t kMostExpansion = 4096;
constexpr uint64_t kSmallBytes = 1 << 20;

uint64_t DescribedBytes(const Sparsity& s, size_t stored) {
  uint64_t bytes = stored;
  for (const SparseDimension& d : s.dimensions) bytes += 4 * (d.segments.size() + d.indices.size());
  return bytes;
}

}  // namespace

Result<Tensor> ExpandSparse(const Sparsity& s, const TensorType& type, const Buffer& stored) {
  size_t element = static_cast<size_t>(DTypeSize(type.dtype));
  if (element == 0) return Unsupported("a sparse constant of ", type.dtype);
  if (s.block_map.size() > static_cast<size_t>(type.shape.rank()))
    return Unsupported("a sparse constant with ", s.block_map.size(), " blocked dimensions of ", type.shape.rank());
  std::vector<int32_t> dims(type.shape.begin(), type.shape.end());
  ASSIGN_OR_RETURN(int64_t count, CountStoredElements(s, dims));
  std::optional<size_t> stored_bytes = CheckedBytes(type.dtype, count);
  std::optional<size_t> dense_bytes = CheckedBytes(type.dtype, type.shape.Elements());
  if (!stored_bytes || stored.size() < *stored_bytes)
    return BadInput("it has ", stored.size(), " bytes for ", count, " stored elements");
  if (!dense_bytes || *dense_bytes > kSmallBytes + kMostExpansion * DescribedBytes(s, *stored_bytes))
    return Unsupported("a sparse constant that is nearly empty: ", type, " of ", count, " stored elements");
  Tensor dense(type);
  if (dense.elements() > 0)
    Expander(s, type.shape, element, stored.data(), static_cast<std::byte*>(dense.data())).Walk(0, 0, 0);
  return dense;
}

}  // namespace slipway::tflite
