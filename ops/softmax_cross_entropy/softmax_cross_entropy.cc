#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SoftmaxCrossEntropy &, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  if (!IsFloat(t)) return BadInput("logits are ", t, ", expected a float type");             // softmax_cross_entropy_c1
  if (in.dtype(1) != t) return BadInput("logits are ", t, " but labels are ", in.dtype(1));  // softmax_cross_entropy_c1
  const Shape &logits = in.shape(0), &labels = in.shape(1);
  std::optional<Shape> shape = Merge(Shape{kUnknownDim, kUnknownDim}, logits);
  if (shape) shape = Merge(*shape, labels);
  if (!shape)
    return BadInput("logits have shape ", logits, " and labels ", labels,
                    ", expected [n,c] for both");            // softmax_cross_entropy_c2
  return TensorTypes{{t, Shape{(*shape)[0]}}, {t, *shape}};  // softmax_cross_entropy_c3
}

}  // namespace slipway::ops
