#include "ops/cases.h"
#include "ops/conv_3d_transpose/conv_3d_transpose.h"

namespace slipway::ops {

std::vector<Case> Cases(const Conv3DTranspose*) {
  return {
      // TFLite's reference kernel.
      {.name = "conv_3d_transpose_valid_bias",
       .op = Conv3DTranspose{.stride_d = 2, .stride_w = 2},
       .inputs =
           {ConstInts({1, 4, 2, 3, 2}),
            Const(Tensor::Of<float>({2, 2, 1, 2, 2}, {0.29f, 0.44f, 0.67f, -0.44f, -0.57f, 0.28f, 0.61f, 0.93f, -0.7f,
                                                      -0.04f, 0.79f, -0.15f, 0.18f, -0.95f, 0.35f, 0.84f})),
            Given(Tensor::Of<float>({1, 2, 1, 2, 2}, {-0.62f, -0.84f, 0.71f, 0.72f, 0.75f, -0.06f, -0.45f, -0.99f})),
            Const(Tensor::Of<float>({2}, {0.65f, 0.77f}))},
       .expected = {Tensor::Of<float>(
           {1, 4, 2, 3, 2},
           {0.1006f, 0.7242f, 0.65f, 0.77f, 1.1727f, 0.9289f, 0.7682f, -0.3894f, 0.65f, 0.77f, 0.4469f, 1.8727f,
            1.1176f, 0.4062f, 0.65f, 0.77f, 0.1242f, 1.2229f, 1.3364f, -0.1526f, 0.65f, 0.77f, 0.0938f, 1.6233f,
            0.8411f, 1.2989f, 0.65f, 0.77f, 0.0839f, 0.9041f, 0.2057f, 1.1717f,  0.65f, 0.77f, 0.6293f, -0.4252f,
            0.1274f, 1.3715f, 0.65f, 0.77f, 1.0046f, 0.563f,  0.842f,  0.9821f,  0.65f, 0.77f, 1.5095f, -0.2191f})}},
      {.name = "conv_3d_transpose_same",
       .op = Conv3DTranspose{.stride_d = 2, .stride_h = 2, .stride_w = 3, .padding = Padding::kSame},
       .inputs = {ConstInts({2, 6, 7, 8, 5}), ConstRand({3, 3, 4, 5, 3}), Rand({2, 3, 4, 3, 3})}},
      {.name = "conv_3d_transpose_dilated",
       .op = Conv3DTranspose{.dilation_d = 2, .dilation_h = 2},
       .inputs = {ConstInts({1, 5, 6, 4, 1}), ConstRand({2, 3, 2, 1, 4}), Rand({1, 3, 2, 3, 4})}},
      {.name = "conv_3d_transpose_relu6_shape_at_run_time",
       .op = Conv3DTranspose{.stride_h = 2, .padding = Padding::kSame, .activation = Activation::kRelu6},
       .inputs = {Given(Tensor::Of<int32_t>({5}, {1, 2, 6, 4, 3})), ConstRand({2, 2, 2, 3, 4}),
                  Rand({1, 2, 3, 4, 4}, -9, 9)},
       .gradient = false},
      {.name = "conv_3d_transpose_no_batch",
       .op = Conv3DTranspose{},
       .inputs = {ConstInts({0, 2, 2, 2, 1}), ConstRand({1, 1, 1, 1, 2}), Rand({0, 2, 2, 2, 2})}},
      {.name = "conv_3d_transpose_c1",
       .op = Conv3DTranspose{},
       .inputs = {ConstInts({1, 3, 3, 1}), Rand({1, 1, 1, 1, 1}), Rand({1, 3, 3, 3, 1})},
       .error = "expected [5]"},
      {.name = "conv_3d_transpose_c2",
       .op = Conv3DTranspose{.stride_d = -1},
       .inputs = {ConstInts({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 1}), Rand({1, 3, 3, 3, 1})},
       .error = "a stride is -1"},
      {.name = "conv_3d_transpose_c3",
       .op = Conv3DTranspose{},
       .inputs = {ConstInts({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 1}, 0, 1, DType::kF16), Rand({1, 3, 3, 3, 1})},
       .error = "expected one float type"},
      {.name = "conv_3d_transpose_c4",
       .op = Conv3DTranspose{},
       .inputs = {ConstInts({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 2}), Rand({1, 3, 3, 3, 1})},
       .error = "the filter reads 2 channels, x has 1"},
      {.name = "conv_3d_transpose_c5",
       .op = Conv3DTranspose{},
       .inputs = {ConstInts({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 1}), Rand({1, 3, 3, 3, 1}), Rand({2})},
       .error = "expected 1 elements"},
      {.name = "conv_3d_transpose_c6",
       .op = Conv3DTranspose{},
       .inputs = {ConstInts({1, 3, -3, 3, 1}), Rand({1, 1, 1, 1, 1}), Rand({1, 3, 3, 3, 1})},
       .error = "negative dimension -3"},
      {.name = "conv_3d_transpose_c7",
       .op = Conv3DTranspose{.activation = Activation::kSignBit},
       .inputs = {ConstInts({1, 3, 3, 3, 1}), Rand({1, 1, 1, 1, 1}), Rand({1, 3, 3, 3, 1})},
       .error = "SIGN_BIT"},
  };
}

}  // namespace slipway::ops
