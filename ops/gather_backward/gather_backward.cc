#include "ops/gather_backward/gather_backward.h"

#include "ops/gather/gather.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const GatherBackward& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(3));
  if (!IsFloat(in.dtype(0))) return BadInput("dy is ", in.dtype(0), ", expected a float type");  // gather_backward_c1
  RETURN_IF_ERROR(CheckIntegers(in, 2, "shape", 1));                                             // gather_backward_c1
  auto shape = in.Ints(2);
  TensorType params(in.dtype(0), Shape());
  if (shape) {
    ASSIGN_OR_RETURN(params.shape, Shape::FromDims(*shape));
  } else {
    ASSIGN_OR_RETURN(params.shape, UnknownDims(LengthOf(in, 2)));
  }
  InferInput forward[] = {{&params, nullptr}, {&in[1], nullptr}};
  ASSIGN_OR_RETURN(TensorTypes y, Infer(Gather{op.axis, op.batch_dims}, Inputs(forward)));  // gather_backward_c1
  if (!Compatible(y[0].shape, in.shape(0)))
    return BadInput("dy has shape ", in.shape(0), ", expected ", y[0].shape);  // gather_backward_c2
  return TensorTypes{params};                                                  // gather_backward_c4
}

}  // namespace slipway::ops
