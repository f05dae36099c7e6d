#include "ops/add_n/add_n.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const AddN&, Inputs in) {
  RETURN_IF_ERROR(in.Count(1, std::numeric_limits<int>::max()));  // add_n_c1
  DType t = in.dtype(0);
  if (!IsNumber(t)) return BadInput("operand 0 is ", t, ", expected numbers");  // add_n_c1
  Shape shape = in.shape(0);
  for (int i = 1; i < in.size(); ++i) {
    if (in.dtype(i) != t) return BadInput("operand 0 is ", t, " but operand ", i, " is ", in.dtype(i));  // add_n_c1
    std::optional<Shape> merged = Merge(shape, in.shape(i));
    if (!merged) return BadInput("operand ", i, " has shape ", in.shape(i), ", the ones before ", shape);  // add_n_c2
    shape = *merged;
  }
  return TensorTypes{{t, shape}};  // add_n_c3
}

}  // namespace slipway::ops
