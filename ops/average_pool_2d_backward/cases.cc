#include "ops/cases.h"
#include "ops/average_pool_2d_backward/average_pool_2d_backward.h"

namespace slipway::ops {

std::vector<Case> Cases(const AveragePool2DBackward*) {
  // Expected values: tf.raw_ops.AvgPoolGrad.
  return {
      {.name = "average_pool_2d_backward_same",
       .op =
           AveragePool2DBackward{.filter_h = 3, .filter_w = 3, .stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {ConstInts({1, 5, 4, 2}),
                  Given(Tensor::Of<float>({1, 3, 2, 2}, {0.71f, -0.1f, 0.04f, -0.61f, -0.37f, 0.46f, 0.92f, -0.7f,
                                                         -0.9f, -0.87f, -0.13f, 0.59f}))},
       .expected = {Tensor::Of<float>(
           {1, 5, 4, 2},
           {0.11833333f,   -0.016666668f, 0.11833333f,   -0.016666668f, 0.12833333f,  -0.16916667f, 0.01f,
            -0.1525f,      0.07722222f,   0.034444444f,  0.07722222f,   0.034444444f, 0.24055555f,  -0.23472221f,
            0.16333334f,   -0.26916668f,  -0.04111111f,  0.051111113f,  -0.04111111f, 0.051111113f, 0.112222224f,
            -0.06555556f,  0.15333334f,   -0.11666667f,  -0.1911111f,   -0.09388888f, -0.1911111f,  -0.09388888f,
            -0.070277765f, -0.06305556f,  0.12083334f,   0.030833326f,  -0.14999999f, -0.145f,      -0.14999999f,
            -0.145f,       -0.18249999f,  0.0024999976f, -0.0325f,      0.1475f})}},
      {.name = "average_pool_2d_backward_2x2",
       .op = AveragePool2DBackward{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2},
       .inputs = {ConstInts({2, 4, 4, 3}),
                  Given(Tensor::Of<float>(
                      {2, 2, 2, 3},
                      {0.83f, -0.43f, -0.32f, -0.88f, 0.73f, -0.69f, 0.1f,  0.02f, 0.63f,  -0.22f, -0.71f, -0.23f,
                       -0.9f, -0.4f,  0.26f,  -0.89f, 0.98f, 0.07f,  -0.4f, 0.67f, -0.73f, -0.36f, 0.87f,  -0.52f}))},
       .expected = {Tensor::Of<float>(
           {2, 4, 4, 3},
           {0.2075f,  -0.1075f, -0.08f,   0.2075f,  -0.1075f, -0.08f,   -0.22f,  0.1825f, -0.1725f, -0.22f,   0.1825f,
            -0.1725f, 0.2075f,  -0.1075f, -0.08f,   0.2075f,  -0.1075f, -0.08f,  -0.22f,  0.1825f,  -0.1725f, -0.22f,
            0.1825f,  -0.1725f, 0.025f,   0.005f,   0.1575f,  0.025f,   0.005f,  0.1575f, -0.055f,  -0.1775f, -0.0575f,
            -0.055f,  -0.1775f, -0.0575f, 0.025f,   0.005f,   0.1575f,  0.025f,  0.005f,  0.1575f,  -0.055f,  -0.1775f,
            -0.0575f, -0.055f,  -0.1775f, -0.0575f, -0.225f,  -0.1f,    0.065f,  -0.225f, -0.1f,    0.065f,   -0.2225f,
            0.245f,   0.0175f,  -0.2225f, 0.245f,   0.0175f,  -0.225f,  -0.1f,   0.065f,  -0.225f,  -0.1f,    0.065f,
            -0.2225f, 0.245f,   0.0175f,  -0.2225f, 0.245f,   0.0175f,  -0.1f,   0.1675f, -0.1825f, -0.1f,    0.1675f,
            -0.1825f, -0.09f,   0.2175f,  -0.13f,   -0.09f,   0.2175f,  -0.13f,  -0.1f,   0.1675f,  -0.1825f, -0.1f,
            0.1675f,  -0.1825f, -0.09f,   0.2175f,  -0.13f,   -0.09f,   0.2175f, -0.13f})}},
      {.name = "average_pool_2d_backward_wide_same",
       .op = AveragePool2DBackward{.filter_h = 4, .filter_w = 5, .padding = Padding::kSame},
       .inputs = {ConstInts({2, 6, 7, 19}), Rand({2, 6, 7, 19})}},
      {.name = "average_pool_2d_backward_no_batch",
       .op = AveragePool2DBackward{},
       .inputs = {ConstInts({0, 4, 4, 2}), Rand({0, 4, 4, 2})}},
      {.name = "average_pool_2d_backward_c1",
       .op = AveragePool2DBackward{.filter_h = 2, .filter_w = 2},
       .inputs = {ConstInts({1, 4, 4}), Rand({1, 3, 3, 2})},
       .error = "expected [4]"},
      {.name = "average_pool_2d_backward_c2",
       .op = AveragePool2DBackward{.filter_w = 0},
       .inputs = {ConstInts({1, 4, 4, 2}), Rand({1, 4, 4, 2})},
       .error = "window's width is 0"},
      {.name = "average_pool_2d_backward_c3",
       .op = AveragePool2DBackward{.filter_h = 2, .filter_w = 2},
       .inputs = {ConstInts({1, 4, 4, 2}), Given(Tensor(DType::kI32, {1, 3, 3, 2}))},
       .error = "expected one float type"},
      {.name = "average_pool_2d_backward_c4",
       .op = AveragePool2DBackward{.filter_h = 2, .filter_w = 2},
       .inputs = {ConstInts({1, 4, 4, 2}), Rand({1, 2, 3, 2})},
       .error = "dy has shape"},
  };
}

}  // namespace slipway::ops
