#include "ops/code_cases.h"
#include "ops/l2_normalization/l2_normalization.h"

namespace slipway::ops {

std::vector<Case> Cases(const L2Normalization*) {
  return {
      // tf.nn.l2_normalize
      {.name = "l2_normalization_values",
       .op = L2Normalization{},
       .inputs = {Given(Tensor::Of<float>({2, 2}, {3, -4, 0, 0}))},
       .expected = {Tensor::Of<float>({2, 2}, {0.6f, -0.8f, 0, 0})}},
      {.name = "l2_normalization_rank_1", .op = L2Normalization{}, .inputs = {Rand({17}, -5, 5)}},
      {.name = "l2_normalization_rank_4", .op = L2Normalization{}, .inputs = {Rand({2, 3, 4, 33}, -8, 8)}},
      {.name = "l2_normalization_no_rows", .op = L2Normalization{}, .inputs = {Rand({0, 4})}},
      {.name = "l2_normalization_c1", .op = L2Normalization{}, .inputs = {Rand({})}, .error = "scalar"},
      {.name = "l2_normalization_c2",
       .op = L2Normalization{},
       .inputs = {ConstInts({1, 2})},
       .error = "expected a float type"},
#include "ops/l2_normalization/code_cases.def"
  };
}

}  // namespace slipway::ops
