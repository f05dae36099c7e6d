#include "ops/cases.h"
#include "ops/conv_3d/conv_3d.h"

namespace slipway::ops {

std::vector<Case> Cases(const Conv3D*) {
  return {
      // TFLite's reference kernel.
      {.name = "conv_3d_same_stride_relu",
       .op = Conv3D{.stride_d = 2, .stride_w = 2, .padding = Padding::kSame, .activation = Activation::kRelu},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 3, 2, 3, 2},
                      {0.02f,  0.9f,  -0.71f, 0.9f,   -0.38f, -0.15f, 0.66f,  -0.18f, 0.1f,  -0.94f, 0.51f,  0.08f,
                       -0.34f, 0.58f, -0.39f, -0.09f, -0.73f, -0.19f, -0.59f, -0.48f, 0.5f,  -0.44f, -0.03f, 0.96f,
                       0.92f,  0.45f, 0.08f,  -0.45f, -0.68f, 0.94f,  0.03f,  -0.77f, 0.25f, 0.55f,  0.23f,  0.83f})),
                  Const(Tensor::Of<float>({2, 2, 1, 2, 2}, {-0.92f, 0.06f, -0.08f, -0.88f, 0.28f, 0.71f, 0.19f, -0.48f,
                                                            0.68f, 0.02f, 0.02f, 0.51f, -0.7f, 0.64f, 0.37f, 0.57f})),
                  Const(Tensor::Of<float>({2}, {-0.62f, 0.6f}))},
       .expected = {Tensor::Of<float>({1, 2, 2, 2, 2},
                                      {0.0f, 0.0020000935f, 0.0f, 1.4494f, 0.0f, 0.5414f, 0.0f, 1.0492f, 0.0f, 0.6501f,
                                       0.15250003f, 0.0f, 0.0f, 1.2794f, 0.0f, 0.0f})},
       .gradient = false},
      {.name = "conv_3d_valid",
       .op = Conv3D{.stride_h = 2},
       .inputs = {Rand({2, 4, 7, 5, 3}), ConstRand({2, 3, 4, 3, 5}), ConstRand({5})}},
      {.name = "conv_3d_filter_at_run_time",
       .op = Conv3D{.padding = Padding::kSame},
       .inputs = {Rand({1, 5, 4, 6, 2}), Rand({3, 3, 3, 2, 19}), Absent()}},
      {.name = "conv_3d_dilated",
       .op = Conv3D{.dilation_d = 2, .dilation_h = 3, .dilation_w = 2, .padding = Padding::kSame},
       .inputs = {Rand({1, 7, 9, 6, 2}), ConstRand({3, 3, 2, 2, 4})}},
      {.name = "conv_3d_pointwise_relu6",
       .op = Conv3D{.activation = Activation::kRelu6},
       .inputs = {Rand({3, 2, 5, 7, 16}, -4, 4), ConstRand({1, 1, 1, 16, 33}), ConstRand({33})},
       .gradient = false},
      {.name = "conv_3d_no_batch", .op = Conv3D{}, .inputs = {Rand({0, 3, 3, 3, 1}), ConstRand({2, 2, 2, 1, 2})}},
      {.name = "conv_3d_c1",
       .op = Conv3D{},
       .inputs = {Rand({1, 3, 3, 1}), Rand({1, 1, 1, 1, 1})},
       .error = "expected rank 5"},
      {.name = "conv_3d_c2",
       .op = Conv3D{.dilation_h = 0},
       .inputs = {Rand({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 1})},
       .error = "a dilation is 0"},
      {.name = "conv_3d_c3",
       .op = Conv3D{},
       .inputs = {Rand({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 1}, -1, 1, DType::kF16)},
       .error = "expected one float type"},
      {.name = "conv_3d_c4",
       .op = Conv3D{},
       .inputs = {Rand({1, 3, 3, 3, 4}), Rand({1, 1, 1, 2, 2})},
       .error = "the filter reads 2 channels, x has 4"},
      {.name = "conv_3d_c5",
       .op = Conv3D{},
       .inputs = {Rand({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 2}), Rand({3})},
       .error = "expected 2 elements"},
      {.name = "conv_3d_c6",
       .op = Conv3D{.dilation_w = 2},
       .inputs = {Rand({1, 3, 3, 3, 1}), Rand({1, 1, 3, 1, 2})},
       .error = "a window of 5 elements is larger than the input of 3"},
      {.name = "conv_3d_c7",
       .op = Conv3D{.activation = Activation::kTanh},
       .inputs = {Rand({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 2})},
       .error = "TANH"},
  };
}

}  // namespace slipway::ops
