#include "ops/cases.h"
#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"

namespace slipway::ops {

std::vector<Case> Cases(const SoftmaxCrossEntropy*) {
  return {
      // tf.raw_ops.SoftmaxCrossEntropyWithLogits
      {.name = "softmax_cross_entropy_values",
       .op = SoftmaxCrossEntropy{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {1, 2, 3, -1, 0, 100})),
                  Given(Tensor::Of<float>({2, 3}, {0.2f, 0.3f, 0.5f, 1, 0, 0}))},
       .expected = {Tensor::Of<float>({2}, {1.1076059f, 101}),
                    Tensor::Of<float>({2, 3}, {-0.10996943f, -0.05527154f, 0.16524094f, -1, 0, 1})},
       .gradient = false},
      {.name = "softmax_cross_entropy_odd",
       .op = SoftmaxCrossEntropy{},
       .inputs = {Rand({7, 13}, -3, 3), Rand({7, 13}, 0, 1)},
       .gradient = false},
      {.name = "softmax_cross_entropy_one_class",
       .op = SoftmaxCrossEntropy{},
       .inputs = {Rand({3, 1}), Rand({3, 1})},
       .gradient = false},
      {.name = "softmax_cross_entropy_no_rows",
       .op = SoftmaxCrossEntropy{},
       .inputs = {Rand({0, 3}), Rand({0, 3})},
       .gradient = false},
      {.name = "softmax_cross_entropy_c1",
       .op = SoftmaxCrossEntropy{},
       .inputs = {Rand({2, 3}), Rand({2, 3}, 0, 3, DType::kI32)},
       .error = "labels are i32"},
      {.name = "softmax_cross_entropy_c2",
       .op = SoftmaxCrossEntropy{},
       .inputs = {Rand({2, 3}), Rand({1, 3})},
       .error = "expected [n,c] for both"},
  };
}

}  // namespace slipway::ops
