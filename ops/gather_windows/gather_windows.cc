#include "ops/gather_windows/gather_windows.h"

#include "ops/window_indices.h"

namespace slipway::ops {

namespace {

Status CheckSlices(const GatherWindows& op, const Shape& x) {
  if (static_cast<int>(op.slice_sizes.size()) != x.rank())
    return BadInput("slice_sizes has ", op.slice_sizes.size(), " entries, expected ", x.rank());
  for (int i = 0; i < x.rank(); ++i) {
    int64_t n = op.slice_sizes[static_cast<size_t>(i)];
    if (n < 0 || (x[i] >= 0 && n > x[i])) return BadInput("slices of ", n, " along an axis of ", x[i]);
  }
  for (int64_t axis : op.collapsed_slice_dims)
    if (op.slice_sizes[static_cast<size_t>(axis)] != 1)
      return BadInput("axis ", axis, " is collapsed, but slices have ", op.slice_sizes[static_cast<size_t>(axis)]);
  return OkStatus();
}

}  // namespace

Result<TensorTypes> Infer(const GatherWindows& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape &x = in.shape(0), &indices = in.shape(1);
  if (!IsInteger(in.dtype(1)))
    return BadInput("indices are ", in.dtype(1), ", expected integers");  // gather_windows_c1
  TensorType y(in.dtype(0), Shape::UnknownRank(), MovedQuant(in[0]));
  if (!x.has_rank() || !indices.has_rank()) return TensorTypes{y};
  if (op.index_vector_dim < 0 || op.index_vector_dim > indices.rank())
    return BadInput("index_vector_dim is ", op.index_vector_dim, " for indices ", indices);  // gather_windows_c2
  bool single = op.index_vector_dim == indices.rank();
  int64_t batch_rank = indices.rank() - (single ? 0 : 1),
          rank = batch_rank + static_cast<int64_t>(op.offset_dims.size());
  RETURN_IF_ERROR(CheckAxes(op.collapsed_slice_dims, x.rank(), "collapsed_slice_dims"));  // gather_windows_c2
  RETURN_IF_ERROR(CheckAxes(op.offset_dims, rank, "offset_dims"));                        // gather_windows_c2
  RETURN_IF_ERROR(CheckSlices(op, x));                                                    // gather_windows_c2
  int64_t length = single ? 1 : indices[static_cast<int>(op.index_vector_dim)];
  RETURN_IF_ERROR(CheckIndexMap(op.start_index_map, length, x.rank(), "start_index_map"));  // gather_windows_c3
  std::vector<int64_t> kept = OtherAxes(op.collapsed_slice_dims, x.rank());
  if (kept.size() != op.offset_dims.size())
    return BadInput("offset_dims has ", op.offset_dims.size(), " entries for boxes of rank ", kept.size());
  std::vector<int64_t> dims(static_cast<size_t>(rank));
  for (size_t i = 0; i < kept.size(); ++i)
    dims[static_cast<size_t>(op.offset_dims[i])] = op.slice_sizes[static_cast<size_t>(kept[i])];
  int from = 0;
  for (int64_t axis : OtherAxes(op.offset_dims, rank)) {
    if (from == op.index_vector_dim) ++from;
    dims[static_cast<size_t>(axis)] = indices[from++];
  }
  ASSIGN_OR_RETURN(y.shape, Shape::FromDims(dims));
  return TensorTypes{y};  // gather_windows_c4
}

}  // namespace slipway::ops
