#include "ops/cases.h"
#include "ops/gather_backward/gather_backward.h"

namespace slipway::ops {

std::vector<Case> Cases(const GatherBackward*) {
  return {

      // the gradient of tf.gather by tf.GradientTape
      {.name = "gather_backward_repeated",
       .op = GatherBackward{},
       .inputs = {Given(Tensor::Of<float>({3, 2}, {1, 2, 3, 4, 5, 6})), Given(Tensor::Of<int32_t>({3}, {2, 0, 2})),
                  ConstInts({3, 2})},
       .expected = {Tensor::Of<float>({3, 2}, {3, 4, 0, 0, 6, 8})}},
      {.name = "gather_backward_axis_1",
       .op = GatherBackward{.axis = 1},
       .inputs = {Rand({2, 3, 5}), Given(Tensor::Of<int64_t>({3}, {3, 1, 3})), ConstInts({2, 4, 5})}},
      {.name = "gather_backward_batch",
       .op = GatherBackward{.axis = 2, .batch_dims = 1},
       .inputs = {Rand({2, 3, 2}), Given(Tensor::Of<int32_t>({2, 2}, {0, 2, 1, 1})), ConstInts({2, 3, 4})}},
      {.name = "gather_backward_nothing",
       .op = GatherBackward{},
       .inputs = {Rand({0, 2}), Given(Tensor(DType::kI32, {0})), ConstInts({3, 2})}},
      {.name = "gather_backward_c3",
       .op = GatherBackward{},
       .inputs = {Rand({2, 2}), Given(Tensor::Of<int32_t>({2}, {2, 3})), ConstInts({3, 2})},
       .run_error = "3 is not in [0, 3)"},
      {.name = "gather_backward_c1",
       .op = GatherBackward{},
       .inputs = {ConstInts({1}), ConstInts({0}), ConstInts({3})},
       .error = "expected a float type"},
      {.name = "gather_backward_c2",
       .op = GatherBackward{},
       .inputs = {Rand({3, 2}), ConstInts({0}), ConstInts({3, 2})},
       .error = "expected [1,2]"},

  };
}

}  // namespace slipway::ops
