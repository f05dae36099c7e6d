#include "ops/code_cases.h"
#include "ops/leaky_relu/leaky_relu.h"

namespace slipway::ops {

std::vector<Case> Cases(const LeakyRelu*) {
  return {
      // tf.nn.leaky_relu
      {.name = "leaky_relu_values",
       .op = LeakyRelu{},
       .inputs = {Given(Tensor::Of<float>({3}, {-1, 0, 2}))},
       .expected = {Tensor::Of<float>({3}, {-0.2f, 0, 2})},
       .gradient = false},
      {.name = "leaky_relu_steep",
       .op = LeakyRelu{.alpha = 1.5f},
       .inputs = {Given(Tensor::Of<float>({2}, {-1, 2}))},
       .expected = {Tensor::Of<float>({2}, {-1.5f, 2})}},
      {.name = "leaky_relu_odd", .op = LeakyRelu{.alpha = 0.1f}, .inputs = {Rand({3, 5, 7}, -3, 3)}},
      {.name = "leaky_relu_no_elements", .op = LeakyRelu{}, .inputs = {Rand({0, 4})}},
      {.name = "leaky_relu_c1", .op = LeakyRelu{}, .inputs = {ConstInts({1})}, .error = "expected a float type"},
#include "ops/leaky_relu/code_cases.def"
  };
}

}  // namespace slipway::ops
