#include "ops/cases.h"
#include "ops/average_pool_2d/average_pool_2d.h"

namespace slipway::ops {

namespace {

// Codes of each width; channel counts that fill, exceed and miss a vector.
void AddQuantized(std::vector<Case>* cases) {
  for (DType dtype : {DType::kI8, DType::kU8, DType::kI16})
    for (int64_t channels : {1, 16, 19, 64, 83}) {
      bool words = dtype == DType::kI16;
      Quantization quant{{words ? 1e-3f : 0.1f}, {words ? 0 : dtype == DType::kU8 ? 130 : 2}, 0};
      cases->push_back(
          {.name = StrCat("average_pool_2d_", DTypeName(dtype), "_channels_", channels),
           .op = AveragePool2D{.filter_h = 3, .filter_w = 2, .stride_h = 2, .stride_w = 1, .padding = Padding::kSame},
           .inputs = {RandQuant({2, 5, 4, channels}, quant.scale[0], quant.zero_point[0], dtype)},
           .gradient = false,
           .out_quant = {quant}});
      if (channels > 1) continue;
      cases->push_back({.name = StrCat("average_pool_2d_", DTypeName(dtype), "_larger_window"),
                        .op = AveragePool2D{.filter_h = 2, .filter_w = 4},
                        .inputs = {RandQuant({1, 2, 3, 2}, quant.scale[0], quant.zero_point[0], dtype)},
                        .expected = {Tensor(dtype, {1, 1, 0, 2})},
                        .gradient = false,
                        .out_quant = {quant}});
    }
}

}  // namespace

std::vector<Case> Cases(const AveragePool2D*) {
  // Expected values: tf.nn.avg_pool2d.
  std::vector<Case> cases = {
      {.name = "average_pool_2d_valid",
       .op = AveragePool2D{.filter_h = 2, .filter_w = 3},
       .inputs = {Given(Tensor::Of<float>(
           {1, 5, 4, 2}, {-0.97f, -0.73f, -0.78f, -0.41f, -0.22f, 0.82f,  -0.13f, -0.75f, -0.46f, -0.99f,
                          -0.94f, -0.14f, 0.02f,  -0.5f,  -0.24f, -0.79f, 0.32f,  -0.21f, -0.68f, -0.01f,
                          -0.58f, -0.42f, -0.75f, 0.56f,  -0.44f, 0.91f,  -0.19f, -0.69f, 0.41f,  0.47f,
                          0.76f,  -0.74f, 0.58f,  0.72f,  -0.39f, -0.09f, 0.24f,  -0.51f, 0.74f,  0.4f}))},
       .expected = {Tensor::Of<float>(
           {1, 4, 2, 2},
           {-0.55833334f, -0.325f, -0.38166666f, -0.295f, -0.38666666f, -0.37833333f, -0.5283333f, -0.21666665f,
            -0.19333333f, 0.00833334f, -0.17166668f, -0.13833332f, 0.035f, 0.135f, 0.2616667f, -0.19333334f})}},
      {.name = "average_pool_2d_same_stride_2",
       .op = AveragePool2D{.filter_h = 3, .filter_w = 3, .stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Given(Tensor::Of<float>(
           {1, 5, 4, 2}, {-0.97f, -0.73f, -0.78f, -0.41f, -0.22f, 0.82f,  -0.13f, -0.75f, -0.46f, -0.99f,
                          -0.94f, -0.14f, 0.02f,  -0.5f,  -0.24f, -0.79f, 0.32f,  -0.21f, -0.68f, -0.01f,
                          -0.58f, -0.42f, -0.75f, 0.56f,  -0.44f, 0.91f,  -0.19f, -0.69f, 0.41f,  0.47f,
                          0.76f,  -0.74f, 0.58f,  0.72f,  -0.39f, -0.09f, 0.24f,  -0.51f, 0.74f,  0.4f}))},
       .expected = {Tensor::Of<float>(
           {1, 3, 2, 2}, {-0.55833334f, -0.325f, -0.1425f, -0.305f, -0.2822222f, -0.17555554f, -0.06333333f,
                          -0.23666663f, 0.035f, 0.135f, 0.5375f, -0.09499999f})}},
      {.name = "average_pool_2d_relu6",
       .op =
           AveragePool2D{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2, .activation = Activation::kRelu6},
       .inputs = {Rand({2, 6, 4, 33}, -9, 9)},
       .gradient = false},
      {.name = "average_pool_2d_wide_same",
       .op = AveragePool2D{.filter_h = 5, .filter_w = 4, .padding = Padding::kSame},
       .inputs = {Rand({2, 7, 6, 19})}},
      {.name = "average_pool_2d_whole",
       .op = AveragePool2D{.filter_h = 7, .filter_w = 6},
       .inputs = {Rand({2, 7, 6, 5})}},
      {.name = "average_pool_2d_stride_beyond_window",
       .op = AveragePool2D{.filter_h = 1, .filter_w = 2, .stride_h = 3, .stride_w = 3},
       .inputs = {Rand({1, 7, 8, 3})}},
      {.name = "average_pool_2d_no_batch",
       .op = AveragePool2D{.filter_h = 2, .filter_w = 2},
       .inputs = {Rand({0, 4, 4, 3})}},
      {.name = "average_pool_2d_c1", .op = AveragePool2D{}, .inputs = {Rand({4, 4, 2})}, .error = "expected rank 4"},
      {.name = "average_pool_2d_c2",
       .op = AveragePool2D{.filter_h = 0},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "window's height is 0"},
      {.name = "average_pool_2d_c2_stride",
       .op = AveragePool2D{.stride_h = -2},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "stride is -2"},
      {.name = "average_pool_2d_c3",
       .op = AveragePool2D{},
       .inputs = {Given(Tensor(DType::kBool, {1, 4, 4, 2}))},
       .error = "x is bool"},
      {.name = "average_pool_2d_c4",
       .op = AveragePool2D{.filter_h = 6, .filter_w = 2},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "larger than the input"},
      {.name = "average_pool_2d_larger_window",
       .op = AveragePool2D{.filter_h = 5, .filter_w = 2},
       .inputs = {Rand({1, 4, 4, 2})},
       .expected = {Tensor(DType::kF32, {1, 0, 3, 2})}},
      {.name = "average_pool_2d_c5",
       .op = AveragePool2D{.activation = Activation::kTanh},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "TANH"},
  };
  AddQuantized(&cases);
  return cases;
}

}  // namespace slipway::ops
