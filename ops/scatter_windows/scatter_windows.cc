#include "ops/scatter_windows/scatter_windows.h"

#include "ops/window_indices.h"

namespace slipway::ops {

std::span<const char* const> EnumNames(ScatterFunction) {
  static constexpr const char* names[] = {"replace", "add", "mul", "minimum", "maximum"};
  return names;
}

Result<TensorTypes> Infer(const ScatterWindows& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  const Shape &x = in.shape(0), &indices = in.shape(1), &updates = in.shape(2);
  DType t = in.dtype(0);
  if (!IsInteger(in.dtype(1)))
    return BadInput("indices are ", in.dtype(1), ", expected integers");             // scatter_windows_c1
  if (in.dtype(2) != t) return BadInput("updates are ", in.dtype(2), ", x is ", t);  // scatter_windows_c1
  if ((!IsNumber(t) && t != DType::kBool) || t == DType::kI4) return BadInput("x is ", t, ", expected numbers or bool");
  if (!x.has_rank() || !indices.has_rank() || !updates.has_rank()) return TensorTypes{in[0]};
  if (op.index_vector_dim < 0 || op.index_vector_dim > indices.rank())
    return BadInput("index_vector_dim is ", op.index_vector_dim, " for indices ", indices);  // scatter_windows_c2
  RETURN_IF_ERROR(CheckAxes(op.update_window_dims, updates.rank(), "update_window_dims"));   // scatter_windows_c2
  RETURN_IF_ERROR(CheckAxes(op.inserted_window_dims, x.rank(), "inserted_window_dims"));     // scatter_windows_c2
  if (op.update_window_dims.size() + op.inserted_window_dims.size() != static_cast<size_t>(x.rank()))
    return BadInput("windows of rank ", op.update_window_dims.size(), " with ", op.inserted_window_dims.size(),
                    " inserted axes do not make up x's rank ", x.rank());  // scatter_windows_c2
  bool single = op.index_vector_dim == indices.rank();
  int64_t length = single ? 1 : indices[static_cast<int>(op.index_vector_dim)];
  RETURN_IF_ERROR(CheckIndexMap(op.scatter_dims_to_operand_dims, length, x.rank(),
                                "scatter_dims_to_operand_dims"));  // scatter_windows_c3
  std::vector<int64_t> batch_axes = OtherAxes(op.update_window_dims, updates.rank());
  if (static_cast<int>(batch_axes.size()) != indices.rank() - (single ? 0 : 1))
    return BadInput("updates ", updates, " do not fit indices ", indices);  // scatter_windows_c4
  int from = 0;
  for (int64_t axis : batch_axes) {
    if (from == op.index_vector_dim) ++from;
    int64_t n = indices[from++], u = updates[static_cast<int>(axis)];
    if (n >= 0 && u >= 0 && n != u) return BadInput("updates ", updates, " do not fit indices ", indices);
  }
  return TensorTypes{in[0]};  // scatter_windows_c5
}

}  // namespace slipway::ops
