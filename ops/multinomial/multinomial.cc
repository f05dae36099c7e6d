#include "ops/multinomial/multinomial.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const Multinomial& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  const Shape& logits = in.shape(0);
  if (!IsFloat(in.dtype(0))) return BadInput("logits are ", in.dtype(0), ", expected a float type");  // multinomial_c1
  if (logits.has_rank() && logits.rank() != 2)
    return BadInput("logits have shape ", logits, ", expected rank 2");  // multinomial_c1
  RETURN_IF_ERROR(CheckInteger(in, 1, "num_samples"));                   // multinomial_c2
  if (op.out_type != DType::kI32 && op.out_type != DType::kI64)
    return BadInput("out_type is ", op.out_type, ", expected i32 or i64");  // multinomial_c3
  int64_t samples = kUnknownDim;
  if (auto n = in.Ints(1)) {
    samples = n->at(0);
    if (samples < 0) return BadInput("num_samples is ", samples, ", which is negative");  // multinomial_c2
    if (samples > 0 && logits.has_rank() && logits[1] == 0) return BadInput("there is no class to draw");
  }
  int64_t dims[] = {logits.has_rank() ? logits[0] : kUnknownDim, samples};
  ASSIGN_OR_RETURN(Shape y, Shape::FromDims(dims));
  return TensorTypes{{op.out_type, y}};
}

}  // namespace slipway::ops
