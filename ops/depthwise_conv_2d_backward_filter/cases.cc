#include "ops/cases.h"
#include "ops/depthwise_conv_2d_backward_filter/depthwise_conv_2d_backward_filter.h"

namespace slipway::ops {

std::vector<Case> Cases(const DepthwiseConv2DBackwardFilter*) {
  // Expected values: tf.raw_ops.DepthwiseConv2dNativeBackpropFilter.
  return {
      {.name = "depthwise_conv_2d_backward_filter_valid",
       .op = DepthwiseConv2DBackwardFilter{},
       .inputs =
           {Given(Tensor::Of<float>(
                {1, 4, 4, 2}, {-0.43f, 0.48f,  -0.94f, 0.03f,  0.59f,  0.47f,  -0.78f, 0.67f,  -0.52f, 0.62f, -0.01f,
                               -0.68f, 0.47f,  0.62f,  0.4f,   0.93f,  -0.49f, -0.53f, -0.71f, 0.08f,  -0.2f, -0.29f,
                               -0.08f, -0.45f, -0.99f, -0.06f, -0.45f, -0.1f,  0.86f,  -0.64f, 0.27f,  0.29f})),
            ConstInts({3, 2, 2, 2}),
            Given(Tensor::Of<float>({1, 2, 3, 4}, {-0.78f, 0.78f,  0.72f,  -0.55f, -0.3f, 0.14f, 0.6f,   0.9f,
                                                   0.98f,  -0.44f, -0.62f, -0.02f, 0.12f, 0.31f, -0.78f, 0.29f,
                                                   0.84f,  0.83f,  0.89f,  0.84f,  0.92f, -0.9f, 0.83f,  -0.46f}))},
       .expected = {Tensor::Of<float>(
           {3, 2, 2, 2}, {1.5572001f,   -1.3190999f, -0.502f,      -0.92300004f, 0.5534f,       -0.28039995f,
                          1.7422999f,   0.28889996f, 0.030000031f, -1.175f,      -0.10210006f,  -0.9185f,
                          -0.06799999f, -0.4321f,    -1.3882f,     0.9f,         0.69360006f,   -1.8479999f,
                          -0.7272f,     0.5623f,     1.4521999f,   -0.2153f,     -0.088300005f, -0.99599993f})}},
      {.name = "depthwise_conv_2d_backward_filter_same_stride_2",
       .op = DepthwiseConv2DBackwardFilter{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 4, 2},
                      {-0.43f, 0.48f,  -0.94f, 0.03f,  0.59f,  0.47f,  -0.78f, 0.67f,  -0.52f, 0.62f, -0.01f,
                       -0.68f, 0.47f,  0.62f,  0.4f,   0.93f,  -0.49f, -0.53f, -0.71f, 0.08f,  -0.2f, -0.29f,
                       -0.08f, -0.45f, -0.99f, -0.06f, -0.45f, -0.1f,  0.86f,  -0.64f, 0.27f,  0.29f})),
                  ConstInts({3, 2, 2, 2}),
                  Given(Tensor::Of<float>({1, 2, 2, 4}, {-0.36f, -0.08f, 0.91f, 0.21f, -0.29f, -0.25f, 0.81f, 0.64f,
                                                         -0.72f, -0.5f, -0.26f, -0.57f, 0.13f, -0.55f, 0.15f, 0.87f}))},
       .expected = {Tensor::Of<float>(
           {3, 2, 2, 2}, {0.31050006f, 0.24190001f,    0.91179997f, 0.45139995f,   1.0653999f,   0.6692f,
                          0.4817f,     -0.0019999996f, 0.8755f,     -0.053900033f, 0.986f,       0.004400032f,
                          0.2467f,     -0.022700025f,  0.20399997f, 0.7617f,       0.2344f,      0.089200005f,
                          -0.7172f,    -0.29689997f,   0.2788f,     0.076799996f,  -0.29169998f, -0.2712f})}},
      {.name = "depthwise_conv_2d_backward_filter_dilated",
       .op = DepthwiseConv2DBackwardFilter{.dilation_h = 2, .dilation_w = 2, .padding = Padding::kSame},
       .inputs = {Rand({2, 7, 6, 3}), ConstInts({3, 3, 3, 2}), Rand({2, 7, 6, 6})}},
      {.name = "depthwise_conv_2d_backward_filter_wide",
       .op = DepthwiseConv2DBackwardFilter{.padding = Padding::kSame},
       .inputs = {Rand({2, 7, 6, 35}), ConstInts({3, 3, 35, 1}), Rand({2, 7, 6, 35})}},
      {.name = "depthwise_conv_2d_backward_filter_no_batch",
       .op = DepthwiseConv2DBackwardFilter{},
       .inputs = {Rand({0, 4, 4, 3}), ConstInts({3, 3, 3, 1}), Rand({0, 2, 2, 3})}},
      {.name = "depthwise_conv_2d_backward_filter_c1",
       .op = DepthwiseConv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2}), Rand({1, 2, 2, 4})},
       .error = "expected [4]"},
      {.name = "depthwise_conv_2d_backward_filter_c2",
       .op = DepthwiseConv2DBackwardFilter{.stride_w = 0},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2, 2}), Rand({1, 2, 2, 4})},
       .error = "stride is 0"},
      {.name = "depthwise_conv_2d_backward_filter_c3",
       .op = DepthwiseConv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}, -1, 1, DType::kF64), ConstInts({3, 3, 2, 2}), Rand({1, 2, 2, 4})},
       .error = "expected one float type"},
      {.name = "depthwise_conv_2d_backward_filter_c4",
       .op = DepthwiseConv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 3, 2}), Rand({1, 2, 2, 4})},
       .error = "the number of channels is 3"},
      {.name = "depthwise_conv_2d_backward_filter_c5",
       .op = DepthwiseConv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2, 2}), Rand({1, 2, 3, 4})},
       .error = "dy has shape"},
  };
}

}  // namespace slipway::ops
