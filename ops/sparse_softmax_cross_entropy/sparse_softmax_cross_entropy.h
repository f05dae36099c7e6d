#pragma once
// SparseSoftmaxCrossEntropy: the loss of logits against class indices, and its gradient, for training.
//   operands: logits [n,c], labels [n];  results: loss [n], backprop [n,c]
//   loss_i = -log softmax(logits_i)_label,   backprop = softmax(logits) - onehot(labels)
//
// C1 dtype(logits) is a float type, dtype(labels) in {i32, i64}
// C2 logits have rank 2, labels are [n]
// C3 dtypes of the results = dtype(logits)
// Data: labels lie in [0, c) (else an error when run).

#include "ops/infer.h"
#include "ops/op.h"
#include "ops/reference_types.h"

namespace slipway::ops {

struct SparseSoftmaxCrossEntropy {
  static void Fields(auto&, auto&&) {}
  using ReferenceTypes = RealTypes;
  static Result<std::vector<ir::ValueId>> FromTf(const wire::TfNode&, wire::TfImporter&);
};

Result<TensorTypes> Infer(const SparseSoftmaxCrossEntropy&, Inputs);
Status ToTf(const SparseSoftmaxCrossEntropy&, wire::TfExporter&);
void Grad(const SparseSoftmaxCrossEntropy&, train::GradContext&);

}  // namespace slipway::ops
