#include "ops/cases.h"
#include "ops/depthwise_conv_2d_backward_input/depthwise_conv_2d_backward_input.h"

namespace slipway::ops {

std::vector<Case> Cases(const DepthwiseConv2DBackwardInput*) {
  // Expected values: tf.raw_ops.DepthwiseConv2dNativeBackpropInput.
  return {
      {.name = "depthwise_conv_2d_backward_input_valid",
       .op = DepthwiseConv2DBackwardInput{},
       .inputs =
           {ConstInts({1, 4, 4, 2}),
            Given(Tensor::Of<float>({3, 2, 2, 2}, {-0.44f, -0.06f, 0.94f, -0.32f, 0.42f,  0.68f,  -0.28f, 0.98f,
                                                   0.25f,  0.0f,   0.43f, -0.15f, 0.42f,  -0.45f, 0.85f,  0.08f,
                                                   -0.52f, -0.13f, 0.79f, 0.61f,  -0.03f, -0.3f,  -0.25f, 0.96f})),
            Given(Tensor::Of<float>({1, 2, 3, 4}, {-0.78f, 0.78f,  0.72f,  -0.55f, -0.3f, 0.14f, 0.6f,   0.9f,
                                                   0.98f,  -0.44f, -0.62f, -0.02f, 0.12f, 0.31f, -0.78f, 0.29f,
                                                   0.84f,  0.83f,  0.89f,  0.84f,  0.92f, -0.9f, 0.83f,  -0.46f}))},
       .expected = {Tensor::Of<float>(
           {1, 4, 4, 2},
           {0.2964f,      0.8528f,      0.3264f,      -0.4646f,      -0.43559998f, 0.13759997f,   0.112399995f,
            0.154f,       -0.26639998f, -0.43389997f, -0.91179997f,  1.7614f,      0.6224f,       1.8198f,
            0.38399997f,  -1.2118001f,  0.3342f,      -0.14559998f,  0.04809999f,  -0.068099976f, -0.2761f,
            1.4615998f,   0.894f,       0.8044999f,   -0.102699995f, -0.43929997f, -0.64129996f,  1.6889f,
            -0.63560003f, 0.959f,       0.2424f,      -0.6491f})}},
      {.name = "depthwise_conv_2d_backward_input_same_stride_2",
       .op = DepthwiseConv2DBackwardInput{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {ConstInts({1, 4, 4, 2}),
                  Given(Tensor::Of<float>(
                      {3, 2, 2, 2},
                      {-0.44f, -0.06f, 0.94f, -0.32f, 0.42f,  0.68f,  -0.28f, 0.98f, 0.25f,  0.0f,  0.43f,  -0.15f,
                       0.42f,  -0.45f, 0.85f, 0.08f,  -0.52f, -0.13f, 0.79f,  0.61f, -0.03f, -0.3f, -0.25f, 0.96f})),
                  Given(Tensor::Of<float>({1, 2, 2, 4}, {-0.36f, -0.08f, 0.91f, 0.21f, -0.29f, -0.25f, 0.81f, 0.64f,
                                                         -0.72f, -0.5f, -0.26f, -0.57f, 0.13f, -0.55f, 0.15f, 0.87f}))},
       .expected = {Tensor::Of<float>(
           {1, 4, 4, 2},
           {0.1632f, 0.7882f,       -0.2056f,     -0.049000025f, 0.1426f,  0.5566f,     -0.2918f,       0.4004f,
            -0.09f,  0.3598f,       -0.1152f,     0.7903f,       -0.0725f, 0.2523f,     -0.0092999935f, 0.7397f,
            0.5444f, 0.785f,        -0.60760003f, -0.5117f,      0.1591f,  0.89290005f, -0.2357f,       1.2225001f,
            -0.18f,  -0.026299998f, -0.0774f,     -0.2666f,      0.0325f,  -0.066f,     0.3021f,        0.19710001f})}},
      {.name = "depthwise_conv_2d_backward_input_dilated",
       .op = DepthwiseConv2DBackwardInput{.dilation_h = 2, .dilation_w = 2, .padding = Padding::kSame},
       .inputs = {ConstInts({2, 7, 6, 3}), Rand({3, 3, 3, 2}), Rand({2, 7, 6, 6})}},
      {.name = "depthwise_conv_2d_backward_input_wide",
       .op = DepthwiseConv2DBackwardInput{.padding = Padding::kSame},
       .inputs = {ConstInts({2, 7, 6, 35}), Rand({3, 3, 35, 1}), Rand({2, 7, 6, 35})}},
      {.name = "depthwise_conv_2d_backward_input_no_batch",
       .op = DepthwiseConv2DBackwardInput{},
       .inputs = {ConstInts({0, 4, 4, 3}), Rand({3, 3, 3, 1}), Rand({0, 2, 2, 3})}},
      {.name = "depthwise_conv_2d_backward_input_c1",
       .op = DepthwiseConv2DBackwardInput{},
       .inputs = {ConstInts({1, 4, 4}), Rand({3, 3, 2, 2}), Rand({1, 2, 2, 4})},
       .error = "expected [4]"},
      {.name = "depthwise_conv_2d_backward_input_c2",
       .op = DepthwiseConv2DBackwardInput{.stride_w = 0},
       .inputs = {ConstInts({1, 4, 4, 2}), Rand({3, 3, 2, 2}), Rand({1, 2, 2, 4})},
       .error = "stride is 0"},
      {.name = "depthwise_conv_2d_backward_input_c3",
       .op = DepthwiseConv2DBackwardInput{},
       .inputs = {ConstInts({1, 4, 4, 2}), Rand({3, 3, 2, 2}, -1, 1, DType::kF64), Rand({1, 2, 2, 4})},
       .error = "expected one float type"},
      {.name = "depthwise_conv_2d_backward_input_c4",
       .op = DepthwiseConv2DBackwardInput{},
       .inputs = {ConstInts({1, 4, 4, 3}), Rand({3, 3, 2, 2}), Rand({1, 2, 2, 4})},
       .error = "the number of channels is 3"},
      {.name = "depthwise_conv_2d_backward_input_c5",
       .op = DepthwiseConv2DBackwardInput{},
       .inputs = {ConstInts({1, 4, 4, 2}), Rand({3, 3, 2, 2}), Rand({1, 2, 3, 4})},
       .error = "dy has shape"},
  };
}

}  // namespace slipway::ops
