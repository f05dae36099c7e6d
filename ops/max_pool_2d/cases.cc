#include "ops/cases.h"
#include "ops/max_pool_2d/max_pool_2d.h"

namespace slipway::ops {

namespace {

// Codes of each width; channel counts that fill, exceed and miss a vector.
void AddQuantized(std::vector<Case>* cases) {
  for (DType dtype : {DType::kI8, DType::kU8, DType::kI16})
    for (int64_t channels : {1, 16, 19, 64, 83}) {
      bool words = dtype == DType::kI16;
      Quantization quant{{words ? 1e-3f : 0.1f}, {words ? 0 : dtype == DType::kU8 ? 130 : 2}, 0};
      cases->push_back(
          {.name = StrCat("max_pool_2d_", DTypeName(dtype), "_channels_", channels),
           .op = MaxPool2D{.filter_h = 3, .filter_w = 2, .stride_h = 2, .stride_w = 1, .padding = Padding::kSame},
           .inputs = {RandQuant({2, 5, 4, channels}, quant.scale[0], quant.zero_point[0], dtype)},
           .gradient = false,
           .out_quant = {quant}});
      if (channels > 1) continue;
      cases->push_back({.name = StrCat("max_pool_2d_", DTypeName(dtype), "_larger_window"),
                        .op = MaxPool2D{.filter_h = 2, .filter_w = 4},
                        .inputs = {RandQuant({1, 2, 3, 2}, quant.scale[0], quant.zero_point[0], dtype)},
                        .expected = {Tensor(dtype, {1, 1, 0, 2})},
                        .gradient = false,
                        .out_quant = {quant}});
    }
}

}  // namespace

std::vector<Case> Cases(const MaxPool2D*) {
  // Expected values: tf.nn.max_pool2d.
  std::vector<Case> cases = {
      {.name = "max_pool_2d_valid",
       .op = MaxPool2D{.filter_h = 2, .filter_w = 3},
       .inputs = {Given(Tensor::Of<float>(
           {1, 5, 4, 2}, {0.5f,    -1.5f,   0.875f, 1.875f,  -1.0f,  -0.875f, -1.25f,  -1.75f, 1.75f,  -1.875f,
                          -1.625f, 1.625f,  0.75f,  -1.375f, 1.5f,   0.125f,  -1.125f, 1.25f,  2.125f, -0.625f,
                          2.625f,  1.125f,  1.0f,   2.5f,    2.875f, -0.125f, 2.25f,   1.375f, -0.25f, 2.75f,
                          0.625f,  -0.375f, -0.5f,  -2.0f,   2.375f, 0.25f,   0.375f,  2.0f,   0.0f,   -0.75f}))},
       .expected = {Tensor::Of<float>({1, 4, 2, 2}, {1.75f, 1.875f, 1.5f, 1.875f, 2.625f, 1.625f, 2.625f, 2.5f, 2.875f,
                                                     2.75f, 2.625f, 2.75f, 2.875f, 2.75f, 2.375f, 2.75f})}},
      {.name = "max_pool_2d_same_stride_2",
       .op = MaxPool2D{.filter_h = 3, .filter_w = 3, .stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Given(Tensor::Of<float>(
           {1, 5, 4, 2}, {0.5f,    -1.5f,   0.875f, 1.875f,  -1.0f,  -0.875f, -1.25f,  -1.75f, 1.75f,  -1.875f,
                          -1.625f, 1.625f,  0.75f,  -1.375f, 1.5f,   0.125f,  -1.125f, 1.25f,  2.125f, -0.625f,
                          2.625f,  1.125f,  1.0f,   2.5f,    2.875f, -0.125f, 2.25f,   1.375f, -0.25f, 2.75f,
                          0.625f,  -0.375f, -0.5f,  -2.0f,   2.375f, 0.25f,   0.375f,  2.0f,   0.0f,   -0.75f}))},
       .expected = {Tensor::Of<float>(
           {1, 3, 2, 2}, {1.75f, 1.875f, 1.5f, 0.125f, 2.875f, 2.75f, 2.625f, 2.75f, 2.875f, 2.75f, 0.625f, 2.75f})}},
      {.name = "max_pool_2d_relu6",
       .op = MaxPool2D{.filter_h = 2, .filter_w = 2, .stride_h = 2, .stride_w = 2, .activation = Activation::kRelu6},
       .inputs = {Rand({2, 6, 4, 33}, -9, 9)},
       .gradient = false},
      {.name = "max_pool_2d_wide_same",
       .op = MaxPool2D{.filter_h = 5, .filter_w = 4, .padding = Padding::kSame},
       .inputs = {Rand({2, 7, 6, 19})}},
      {.name = "max_pool_2d_whole", .op = MaxPool2D{.filter_h = 7, .filter_w = 6}, .inputs = {Rand({2, 7, 6, 5})}},
      {.name = "max_pool_2d_stride_beyond_window",
       .op = MaxPool2D{.filter_h = 1, .filter_w = 2, .stride_h = 3, .stride_w = 3},
       .inputs = {Rand({1, 7, 8, 3})}},
      {.name = "max_pool_2d_no_batch", .op = MaxPool2D{.filter_h = 2, .filter_w = 2}, .inputs = {Rand({0, 4, 4, 3})}},
      {.name = "max_pool_2d_int32",
       .op = MaxPool2D{.filter_h = 1, .filter_w = 2},
       .inputs = {Given(Tensor::Of<int32_t>({1, 1, 3, 1}, {-5, -7, -6}))},
       .expected = {Tensor::Of<int32_t>({1, 1, 2, 1}, {-5, -6})}},
      {.name = "max_pool_2d_c1", .op = MaxPool2D{}, .inputs = {Rand({4, 4, 2})}, .error = "expected rank 4"},
      {.name = "max_pool_2d_c2",
       .op = MaxPool2D{.filter_h = 0},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "window's height is 0"},
      {.name = "max_pool_2d_c2_stride",
       .op = MaxPool2D{.stride_h = -2},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "stride is -2"},
      {.name = "max_pool_2d_c3",
       .op = MaxPool2D{},
       .inputs = {Given(Tensor(DType::kBool, {1, 4, 4, 2}))},
       .error = "x is bool"},
      {.name = "max_pool_2d_c4",
       .op = MaxPool2D{.filter_h = 6, .filter_w = 2},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "larger than the input"},
      {.name = "max_pool_2d_larger_window",
       .op = MaxPool2D{.filter_h = 5, .filter_w = 2},
       .inputs = {Rand({1, 4, 4, 2})},
       .expected = {Tensor(DType::kF32, {1, 0, 3, 2})}},
      {.name = "max_pool_2d_c5",
       .op = MaxPool2D{.activation = Activation::kTanh},
       .inputs = {Rand({1, 4, 4, 2})},
       .error = "TANH"},
  };
  AddQuantized(&cases);
  return cases;
}

}  // namespace slipway::ops
