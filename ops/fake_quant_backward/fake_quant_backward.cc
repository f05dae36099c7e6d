#include "ops/fake_quant_backward/fake_quant_backward.h"

#include "ops/fake_quant/fake_quant.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const FakeQuantBackward& op, Inputs in) {
  RETURN_IF_ERROR(in.Count(4));
  FakeQuant forward{.num_bits = op.num_bits, .narrow_range = op.narrow_range, .axis = op.axis};
  RETURN_IF_ERROR(
      CheckRange(forward, in, 1));  // fake_quant_backward_c1, fake_quant_backward_c2, fake_quant_backward_c3
  if (in.dtype(0) != DType::kF32) return BadInput("dy is ", in.dtype(0), ", expected f32");  // fake_quant_backward_c1
  std::optional<Shape> x = Merge(in.shape(0), in.shape(1));
  if (!x) return BadInput("dy has shape ", in.shape(0), ", x has ", in.shape(1));  // fake_quant_backward_c3
  return TensorTypes{
      {DType::kF32, *x}, {DType::kF32, in.shape(2)}, {DType::kF32, in.shape(3)}};  // fake_quant_backward_c4
}

}  // namespace slipway::ops
