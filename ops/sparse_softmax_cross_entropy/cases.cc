#include "ops/cases.h"
#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"

namespace slipway::ops {

std::vector<Case> Cases(const SparseSoftmaxCrossEntropy*) {
  return {
      // tf.raw_ops.SparseSoftmaxCrossEntropyWithLogits
      {.name = "sparse_softmax_cross_entropy_values",
       .op = SparseSoftmaxCrossEntropy{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, -1, 0, 100})), Given(Tensor::Of<int32_t>({2}, {0, 2}))},
       .expected = {Tensor::Of<float>({2}, {2.407606f, 0}),
                    Tensor::Of<float>({2, 3}, {-0.90996945f, 0.24472848f, 0.66524094f, 0, 0, 0})},
       .gradient = false},
      {.name = "sparse_softmax_cross_entropy_odd",
       .op = SparseSoftmaxCrossEntropy{},
       .inputs = {Rand({7, 13}, -3, 3), Rand({7}, 0, 13, DType::kI64)},
       .gradient = false},
      {.name = "sparse_softmax_cross_entropy_no_rows",
       .op = SparseSoftmaxCrossEntropy{},
       .inputs = {Rand({0, 3}), Rand({0}, 0, 3, DType::kI32)},
       .gradient = false},
      {.name = "sparse_softmax_cross_entropy_c1",
       .op = SparseSoftmaxCrossEntropy{},
       .inputs = {Rand({2, 3}), Rand({2})},
       .error = "labels are f32"},
      {.name = "sparse_softmax_cross_entropy_c2",
       .op = SparseSoftmaxCrossEntropy{},
       .inputs = {Rand({2, 3}), Rand({3}, 0, 3, DType::kI32)},
       .error = "expected [n,c] and [n]"},
  };
}

}  // namespace slipway::ops
