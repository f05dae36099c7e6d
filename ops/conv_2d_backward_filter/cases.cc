#include "ops/cases.h"
#include "ops/conv_2d_backward_filter/conv_2d_backward_filter.h"

namespace slipway::ops {

std::vector<Case> Cases(const Conv2DBackwardFilter*) {
  // Expected values: tf.raw_ops.Conv2DBackpropFilter.
  return {
      {.name = "conv_2d_backward_filter_valid",
       .op = Conv2DBackwardFilter{},
       .inputs = {Given(Tensor::Of<float>(
                      {2, 4, 3, 2},
                      {0.8f,   -0.67f, 0.56f,  -0.73f, 0.92f,  0.06f, -0.91f, 0.86f,  -0.28f, 0.46f,  0.05f, -0.81f,
                       -0.79f, -0.7f,  -0.68f, -0.89f, -0.91f, 0.9f,  -0.82f, 0.02f,  -0.76f, -0.57f, 0.53f, 0.88f,
                       -0.06f, -0.99f, 1.0f,   -0.9f,  -0.22f, 0.08f, 0.78f,  0.65f,  0.22f,  -0.2f,  0.67f, 0.74f,
                       0.74f,  0.44f,  -0.8f,  -0.4f,  -0.03f, 0.01f, 0.67f,  -0.52f, 0.33f,  -0.25f, 0.55f, -0.61f})),
                  ConstInts({3, 2, 2, 3}),
                  Given(Tensor::Of<float>(
                      {2, 2, 2, 3},
                      {-0.05f, -0.79f, -0.58f, 0.87f, -0.37f, 0.79f, 0.05f, -0.92f, 0.59f, -0.9f, 0.65f,  -0.98f,
                       0.35f,  -0.67f, -0.31f, 0.91f, -0.03f, 0.31f, 0.48f, -0.78f, 0.68f, 0.83f, -0.69f, 0.09f}))},
       .expected = {Tensor::Of<float>(
           {3, 2, 2, 3}, {2.0997f,      -0.9339999f,   0.5947f,      -1.9921f,     0.6285001f,   0.32039988f,
                          1.5249f,      -1.79f,        0.019500062f, 1.1166999f,   -0.14919993f, 1.7704f,
                          0.53879994f,  0.5529f,       0.7645f,      1.0479f,      -1.2808f,     0.3235001f,
                          1.1203f,      0.714f,        0.28530005f,  -1.1624999f,  1.757f,       -2.2935002f,
                          0.21739992f,  -0.085999966f, 0.18990003f,  -0.8924f,     0.7887f,      -0.36319995f,
                          -0.96509993f, 1.8176f,       -0.7797f,     -0.75020003f, 2.3501f,      -0.06929994f})}},
      {.name = "conv_2d_backward_filter_same_stride_2",
       .op = Conv2DBackwardFilter{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Given(Tensor::Of<float>(
                      {2, 4, 3, 2},
                      {0.8f,   -0.67f, 0.56f,  -0.73f, 0.92f,  0.06f, -0.91f, 0.86f,  -0.28f, 0.46f,  0.05f, -0.81f,
                       -0.79f, -0.7f,  -0.68f, -0.89f, -0.91f, 0.9f,  -0.82f, 0.02f,  -0.76f, -0.57f, 0.53f, 0.88f,
                       -0.06f, -0.99f, 1.0f,   -0.9f,  -0.22f, 0.08f, 0.78f,  0.65f,  0.22f,  -0.2f,  0.67f, 0.74f,
                       0.74f,  0.44f,  -0.8f,  -0.4f,  -0.03f, 0.01f, 0.67f,  -0.52f, 0.33f,  -0.25f, 0.55f, -0.61f})),
                  ConstInts({3, 3, 2, 3}),
                  Given(Tensor::Of<float>(
                      {2, 2, 2, 3},
                      {-0.05f, -0.79f, -0.58f, 0.87f, -0.37f, 0.79f, 0.05f, -0.92f, 0.59f, -0.9f, 0.65f,  -0.98f,
                       0.35f,  -0.67f, -0.31f, 0.91f, -0.03f, 0.31f, 0.48f, -0.78f, 0.68f, 0.83f, -0.69f, 0.09f}))},
       .expected = {Tensor::Of<float>(
           {3, 3, 2, 3},
           {1.3452001f,  -0.1272f,     1.3468001f,   -0.98510003f, -0.005399972f, -0.019500017f, 1.6489999f,
            -1.3468001f, 1.1394001f,   -0.8134999f,  2.0469f,      -0.22719997f,  -0.096f,       0.13719998f,
            -1.5799999f, -0.515f,      2.3105001f,   -0.09470001f, 0.9145f,       -0.62469995f,  0.6215f,
            0.52369994f, -0.36219996f, 0.8375f,      1.2318001f,   0.35449994f,   0.035100073f,  -1.3937f,
            0.54269993f, -2.3699f,     0.2114f,      0.5156f,      -0.12979998f,  -0.24149999f,  0.48999998f,
            -0.7110999f, -1.3196001f,  0.2756f,      -0.78520006f, -1.1383f,      0.34129998f,   -0.82710004f,
            -0.5205f,    0.46590003f,  -0.49940005f, 0.98109996f,  -0.07509996f,  0.9837f,       -0.24599999f,
            1.0732f,     0.6424f,      -0.0955f,     0.97110003f,  0.6402f})}},
      {.name = "conv_2d_backward_filter_dilated",
       .op = Conv2DBackwardFilter{.dilation_h = 2, .padding = Padding::kSame},
       .inputs = {Rand({1, 6, 5, 3}), ConstInts({3, 3, 3, 4}), Rand({1, 6, 5, 4})}},
      {.name = "conv_2d_backward_filter_grouped",
       .op = Conv2DBackwardFilter{.stride_w = 2},
       .inputs = {Rand({2, 5, 6, 6}), ConstInts({2, 3, 2, 9}), Rand({2, 4, 2, 9})}},
      {.name = "conv_2d_backward_filter_pointwise",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({3, 4, 5, 17}), ConstInts({1, 1, 17, 35}), Rand({3, 4, 5, 35})}},
      {.name = "conv_2d_backward_filter_wide",
       .op = Conv2DBackwardFilter{.padding = Padding::kSame},
       .inputs = {Rand({2, 9, 8, 19}), ConstInts({3, 3, 19, 40}), Rand({2, 9, 8, 40})}},
      {.name = "conv_2d_backward_filter_no_batch",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({0, 4, 4, 2}), ConstInts({3, 3, 2, 5}), Rand({0, 2, 2, 5})}},
      {.name = "conv_2d_backward_filter_c1",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2}), Rand({1, 2, 2, 5})},
       .error = "expected [4]"},
      {.name = "conv_2d_backward_filter_c2",
       .op = Conv2DBackwardFilter{.stride_w = 0},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2, 5}), Rand({1, 2, 2, 5})},
       .error = "stride is 0"},
      {.name = "conv_2d_backward_filter_c3",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}, -1, 1, DType::kF64), ConstInts({3, 3, 2, 5}), Rand({1, 2, 2, 5})},
       .error = "expected one float type"},
      {.name = "conv_2d_backward_filter_c4",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 3, 5}), Rand({1, 2, 2, 5})},
       .error = "does not fit x"},
      {.name = "conv_2d_backward_filter_c4_channels",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2, 5}), Rand({1, 2, 2, 6})},
       .error = "the number of output channels is 5"},
      {.name = "conv_2d_backward_filter_c5",
       .op = Conv2DBackwardFilter{},
       .inputs = {Rand({1, 4, 4, 2}), ConstInts({3, 3, 2, 5}), Rand({1, 3, 2, 5})},
       .error = "dy has shape"},
  };
}

}  // namespace slipway::ops
