#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"

namespace slipway::ops {

Result<TensorTypes> Infer(const SparseSoftmaxCrossEntropy &, Inputs in) {
  RETURN_IF_ERROR(in.Count(2));
  DType t = in.dtype(0);
  // sparse_softmax_cross_entropy_c1
  if (!IsFloat(t)) return BadInput("logits are ", t, ", expected a float type");
  if (in.dtype(1) != DType::kI32 && in.dtype(1) != DType::kI64)
    return BadInput("labels are ", in.dtype(1), ", expected i32 or i64");
  // sparse_softmax_cross_entropy_c2
  const Shape &logits = in.shape(0), &labels = in.shape(1);
  std::optional<Shape> matrix = Merge(Shape{kUnknownDim, kUnknownDim}, logits);
  std::optional<Shape> vector = Merge(Shape{kUnknownDim}, labels);
  if (matrix && vector) vector = Merge(Shape{(*matrix)[0]}, *vector);
  if (!matrix || !vector)
    return BadInput("logits have shape ", logits, " and labels ", labels, ", expected [n,c] and [n]");
  return TensorTypes{{t, *vector}, {t, Shape{(*vector)[0], (*matrix)[1]}}};  // sparse_softmax_cross_entropy_c3
}

}  // namespace slipway::ops
