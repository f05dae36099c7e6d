#include "ops/cases.h"
#include "ops/local_response_normalization/local_response_normalization.h"

namespace slipway::ops {

std::vector<Case> Cases(const LocalResponseNormalization*) {
  using Op = LocalResponseNormalization;
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  return {
      // tf.nn.local_response_normalization
      {.name = "local_response_normalization_radius_1",
       .op = Op{.radius = 1, .bias = 1.5f, .alpha = 0.5f, .beta = 0.75f},
       .inputs = {Given(Tensor::Of<float>({1, 1, 2, 4}, {0.32f, -0.51f, 0.54f, -0.58f, 0.66f, -0.87f, 0.65f, -0.67f}))},
       .expected = {Tensor::Of<float>({1, 1, 2, 4}, {0.21673335f, -0.32453185f, 0.32799196f, -0.37106502f, 0.37884507f,
                                                     -0.46468967f, 0.3464334f, -0.40826887f})}},
      {.name = "local_response_normalization_defaults", .op = Op{}, .inputs = {Rand({2, 3, 4, 19}, -3, 3)}},
      {.name = "local_response_normalization_radius_0", .op = Op{.radius = 0}, .inputs = {Rand({1, 2, 2, 7})}},
      {.name = "local_response_normalization_radius_beyond",
       .op = Op{.radius = 40, .beta = 1},
       .inputs = {Rand({1, 2, 2, 7})}},
      {.name = "local_response_normalization_not_finite",
       .op = Op{.radius = 1},
       .inputs = {Given(Tensor::Of<float>({1, 1, 1, 6}, {1, inf, 1, 1, nan, 1}))},
       .expected = {Tensor::Of<float>({1, 1, 1, 6}, {0, nan, 0, nan, nan, nan})},
       .gradient = false},
      {.name = "local_response_normalization_empty", .op = Op{}, .inputs = {Rand({2, 0, 4, 3})}},
      {.name = "local_response_normalization_c1", .op = Op{}, .inputs = {Rand({2, 3})}, .error = "expected rank 4"},
      {.name = "local_response_normalization_c1_type",
       .op = Op{},
       .inputs = {Given(Tensor(DType::kI32, {1, 1, 1, 2}))},
       .error = "x is i32"},
      {.name = "local_response_normalization_c2",
       .op = Op{.radius = -1},
       .inputs = {Rand({1, 1, 1, 2})},
       .error = "the radius is -1"},
  };
}

}  // namespace slipway::ops
