#pragma once
// SoftmaxCrossEntropy: the loss of logits against a distribution, and its gradient, for training.
//   operands: logits [n,c], labels [n,c];  results: loss [n], backprop [n,c]
//   loss_i = -sum_j labels_ij log softmax(logits_i)_j,   backprop = softmax(logits) - labels
// As in TensorFlow the gradient is backprop, which is right for labels that sum to 1.
//
// C1 dtype(logits) is a float type, dtype(labels) = dtype(logits)
// C2 both have rank 2 and one shape
// C3 dtypes of the results = dtype(logits)

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SoftmaxCrossEntropy {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const SoftmaxCrossEntropy&, Inputs);
Status ToTf(const SoftmaxCrossEntropy&, wire::TfExporter&);
void Grad(const SoftmaxCrossEntropy&, train::GradContext&);

}  // namespace slipway::ops
