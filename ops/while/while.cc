#include "ops/while/while.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const While& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(in.size()));
  if (!op.shapes.empty() && static_cast<int>(op.shapes.size()) != in.size())
    return BadInput("states ", op.shapes.size(), " shapes for ", in.size(), " variables");  // while_c2
  TensorTypes types;
  for (int i = 0; i < in.size(); ++i)
    types.emplace_back(in.dtype(i), op.shapes.empty() ? in.shape(i) : op.shapes[static_cast<size_t>(i)]);  // while_c2
  return types;
}

}  // namespace slipway::ops
