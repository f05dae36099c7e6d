#include "ops/cases.h"
#include "ops/l2_pool_2d/l2_pool_2d.h"

namespace slipway::ops {

std::vector<Case> Cases(const L2Pool2D*) {
  return {
      // TFLite's reference kernel.
      {.name = "l2_pool_2d_same",
       .op = L2Pool2D{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 1, .padding = Padding::kSame},
       .inputs = {Given(
           Tensor::Of<float>({1, 3, 3, 2}, {-0.25f, -0.37f, 0.38f, -0.64f, -0.21f, -0.99f, -0.48f, -0.16f, -0.79f,
                                            0.27f, -0.24f, 0.45f, 0.31f, -0.14f, 0.73f, 0.26f, 0.62f, -0.32f}))},
       .expected = {Tensor::Of<float>(
           {1, 2, 3, 2}, {0.51512134f, 0.40155944f, 0.46642256f, 0.6451938f, 0.22549944f, 0.76896036f, 0.560803f,
                          0.20880613f, 0.67723703f, 0.2915476f, 0.62f, 0.32f})}},
      {.name = "l2_pool_2d_valid_relu6",
       .op = L2Pool2D{.filter_h = 3, .filter_w = 2, .activation = Activation::kRelu6},
       .inputs = {Rand({2, 6, 5, 19}, -12, 12)}},
      {.name = "l2_pool_2d_no_batch", .op = L2Pool2D{.filter_h = 2, .filter_w = 2}, .inputs = {Rand({0, 4, 4, 3})}},
      {.name = "l2_pool_2d_c1", .op = L2Pool2D{}, .inputs = {Rand({4, 4, 2})}, .error = "expected rank 4"},
      {.name = "l2_pool_2d_c2",
       .op = L2Pool2D{.filter_h = 0},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "window's height is 0"},
      {.name = "l2_pool_2d_c3",
       .op = L2Pool2D{},
       .inputs = {Given(Tensor(DType::kI8, {1, 4, 4, 2}))},
       .error = "x is i8"},
      {.name = "l2_pool_2d_c4",
       .op = L2Pool2D{.filter_h = 6},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "larger than the input"},
      {.name = "l2_pool_2d_larger_window",
       .op = L2Pool2D{.filter_h = 5},
       .inputs = {Rand({1, 4, 4, 2})},
       .expected = {Tensor(DType::kF32, {1, 0, 4, 2})}},
      {.name = "l2_pool_2d_c5",
       .op = L2Pool2D{.activation = Activation::kTanh},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "TANH"},
  };
}

}  // namespace slipway::ops
