#include "ops/code_cases.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"

namespace slipway::ops {

namespace {

// Quantized layers; expected is the float reference, within a step.
void AddQuantized(std::vector<Case>* cases) {
  struct Shapes {
    const char* name;
    DepthwiseConv2D op;
    Shape x, filter;  // filter: 1HWO
  };
  const Shapes all[] = {
      {"same", {.padding = Padding::kSame}, {2, 6, 7, 19}, {1, 3, 3, 19}},
      {"stride_2", {.stride_h = 2, .stride_w = 2, .padding = Padding::kSame}, {1, 9, 8, 35}, {1, 5, 5, 35}},
      {"multiplier_2_relu6",
       {.padding = Padding::kValid, .activation = Activation::kRelu6},
       {1, 6, 5, 3},
       {1, 3, 2, 6}},
      {"one_channel", {.padding = Padding::kSame}, {1, 6, 5, 1}, {1, 3, 3, 8}},
      {"dilated", {.dilation_h = 2, .dilation_w = 2, .padding = Padding::kSame}, {1, 7, 7, 16}, {1, 3, 3, 16}},
      {"wide", {.padding = Padding::kSame}, {1, 3, 131, 70}, {1, 3, 3, 70}},
      {"wide_stride_2", {.stride_h = 2, .stride_w = 2, .padding = Padding::kSame}, {1, 4, 250, 33}, {1, 2, 4, 33}},
      {"high", {.padding = Padding::kSame}, {1, 10, 4, 5}, {1, 9, 2, 5}},
      {"mostly_outside", {.dilation_w = 9, .padding = Padding::kSame}, {1, 2, 3, 4}, {1, 8, 3, 4}},
      {"larger_window", {}, {1, 2, 6, 4}, {1, 3, 3, 4}},
  };
  for (const Shapes& s : all)
    for (DType dtype : {DType::kI8, DType::kI16, DType::kU8}) {
      DepthwiseConv2D op = s.op;
      op.layout = FilterLayout::kTflite;
      QuantizedLayer l = RandLayer(dtype, s.x, s.filter, 3, s.filter[3], 0.2f);
      cases->push_back({.name = StrCat("depthwise_conv_2d_", DTypeName(dtype), "_", s.name),
                        .op = op,
                        .inputs = {l.x, l.weights, l.bias},
                        .gradient = false,
                        .out_quant = {l.y}});
    }
}

// Small square filters against the reference: widths of one and of several windows, odd rows, every kind of edge, and
// channels that end within a vector.
void AddWindows(std::vector<Case>* cases) {
  struct Shapes {
    int64_t height, width, channels;
  };
  const Shapes all[] = {{1, 4, 16}, {5, 5, 20}, {8, 7, 33}, {9, 10, 7}, {6, 15, 48}, {7, 29, 4}};
  for (int64_t filter : {3, 5})
    for (int stride : {1, 2})
      for (const Shapes& s : all)
        for (Padding padding : {Padding::kSame, Padding::kValid}) {
          if (padding == Padding::kValid && (s.height < filter || s.width < filter)) continue;
          cases->push_back(
              {.name = StrCat("depthwise_conv_2d_window_", filter, "_stride_", stride, "_", s.height, "x", s.width, "x",
                              s.channels, padding == Padding::kSame ? "_same" : "_valid"),
               .op =
                   DepthwiseConv2D{
                       .stride_h = stride, .stride_w = stride, .padding = padding, .activation = Activation::kRelu6},
               .inputs = {Rand({2, s.height, s.width, s.channels}), ConstRand({filter, filter, s.channels, 1}),
                          ConstRand({s.channels})},
               .gradient = false});
        }
}

}  // namespace

std::vector<Case> Cases(const DepthwiseConv2D*) {
  // Expected values: tf.nn.depthwise_conv2d.
  std::vector<Case> cases = {
      {.name = "depthwise_conv_2d_valid",
       .op = DepthwiseConv2D{},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 4, 2},
                      {-0.08f, 0.54f,  0.73f,  0.22f,  0.75f,  -0.95f, -0.46f, -0.45f, -0.76f, 0.82f,  -0.94f,
                       0.35f,  -0.86f, -0.28f, -0.16f, -0.64f, 0.04f,  0.07f,  -0.37f, 0.47f,  -0.68f, -0.61f,
                       -0.29f, -0.24f, -0.59f, 0.84f,  0.66f,  -0.79f, -0.26f, -0.53f, -0.1f,  -0.45f})),
                  Given(Tensor::Of<float>({3, 2, 2, 2}, {0.0f,  0.85f,  -0.23f, 0.3f,   0.19f, 0.5f,  -0.88f, 0.49f,
                                                         0.89f, 0.21f,  -0.42f, 0.34f,  0.42f, 0.31f, -0.71f, 0.95f,
                                                         0.91f, -0.15f, 0.19f,  -0.92f, 0.98f, 0.64f, 0.27f,  0.52f}))},
       .expected = {Tensor::Of<float>(
           {1, 2, 3, 4}, {-1.2587f,     -0.39679998f,    -0.77049994f, 1.0611f,      -2.0584f,     0.15180008f,
                          0.7617999f,   -1.2961f,        -1.823f,      0.093700044f, 1.0057999f,   -0.7722999f,
                          -0.18849999f, -0.71140003f,    -0.9134f,     -0.2958f,     -0.43249995f, -1.7829001f,
                          0.10840001f,  -0.00069995585f, -1.092f,      -1.0687f,     0.832f,       -0.5794f})}},
      {.name = "depthwise_conv_2d_same_stride_2_bias_relu6",
       .op = DepthwiseConv2D{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame, .activation = Activation::kRelu6},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 4, 2},
                      {-0.08f, 0.54f,  0.73f,  0.22f,  0.75f,  -0.95f, -0.46f, -0.45f, -0.76f, 0.82f,  -0.94f,
                       0.35f,  -0.86f, -0.28f, -0.16f, -0.64f, 0.04f,  0.07f,  -0.37f, 0.47f,  -0.68f, -0.61f,
                       -0.29f, -0.24f, -0.59f, 0.84f,  0.66f,  -0.79f, -0.26f, -0.53f, -0.1f,  -0.45f})),
                  Const(Tensor::Of<float>({3, 2, 2, 2}, {0.0f,  0.85f,  -0.23f, 0.3f,   0.19f, 0.5f,  -0.88f, 0.49f,
                                                         0.89f, 0.21f,  -0.42f, 0.34f,  0.42f, 0.31f, -0.71f, 0.95f,
                                                         0.91f, -0.15f, 0.19f,  -0.92f, 0.98f, 0.64f, 0.27f,  0.52f})),
                  Const(Tensor::Of<float>({4}, {-0.62f, -0.38f, -0.51f, 0.19f}))},
       .expected = {Tensor::Of<float>({1, 2, 2, 4}, {0.0f, 0.0f, 0.0f, 1.2511001f, 0.0f, 0.0f, 0.4957999f, 0.0f, 0.0f,
                                                     0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.38359994f, 0.0f})}},
      {.name = "depthwise_conv_2d_same_dilated",
       .op = DepthwiseConv2D{.dilation_h = 2, .dilation_w = 3, .padding = Padding::kSame},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 4, 2},
                      {-0.08f, 0.54f,  0.73f,  0.22f,  0.75f,  -0.95f, -0.46f, -0.45f, -0.76f, 0.82f,  -0.94f,
                       0.35f,  -0.86f, -0.28f, -0.16f, -0.64f, 0.04f,  0.07f,  -0.37f, 0.47f,  -0.68f, -0.61f,
                       -0.29f, -0.24f, -0.59f, 0.84f,  0.66f,  -0.79f, -0.26f, -0.53f, -0.1f,  -0.45f})),
                  Given(Tensor::Of<float>({3, 2, 2, 2}, {0.0f,  0.85f,  -0.23f, 0.3f,   0.19f, 0.5f,  -0.88f, 0.49f,
                                                         0.89f, 0.21f,  -0.42f, 0.34f,  0.42f, 0.31f, -0.71f, 0.95f,
                                                         0.91f, -0.15f, 0.19f,  -0.92f, 0.98f, 0.64f, 0.27f,  0.52f}))},
       .expected = {Tensor::Of<float>(
           {1, 4, 4, 4},
           {-0.35140002f, -0.20269999f, 0.50979996f,  -1.2197f,       -0.5122f,     -0.35099998f, 0.04119999f,
            -0.43309996f, 0.31299996f,  0.2088f,      -0.0031000008f, -0.3576f,     0.048699994f, 0.2595f,
            0.28309998f,  0.23820001f,  -0.616f,      -0.433f,        0.0557f,      -0.5416f,     -1.3785001f,
            -0.1847f,     0.14809997f,  -1.336f,      -0.23599997f,   -0.2964f,     -0.2971f,     0.84580004f,
            -1.002f,      -0.1416f,     0.016900001f, 0.39239997f,    -0.1431f,     0.1642f,      1.2691f,
            -1.045f,      -0.17359999f, -0.3795f,     0.41279995f,    -0.26269996f, -0.3293f,     0.5428f,
            -0.248f,      0.22580001f,  -0.6052f,     0.49470004f,    0.4747f,      -0.4924f,     -0.2726f,
            -0.51060003f, 0.6227f,      -0.6407f,     -0.59749997f,   -0.8809f,     0.3413f,      -0.20949997f,
            0.5874f,      -0.66040003f, 0.2513f,      -0.16360001f,   -0.23139998f, -0.7856f,     0.28699997f,
            -0.2642f})}},
      {.name = "depthwise_conv_2d_tflite_layout",
       .op = DepthwiseConv2D{.stride_w = 2, .padding = Padding::kSame, .layout = FilterLayout::kTflite},
       .inputs = {Rand({2, 5, 6, 3}), Rand({1, 3, 3, 6}), Rand({6})}},
      {.name = "depthwise_conv_2d_3x3",
       .op = DepthwiseConv2D{.padding = Padding::kSame},
       .inputs = {Rand({2, 7, 9, 35}), ConstRand({3, 3, 35, 1}), ConstRand({35})}},
      {.name = "depthwise_conv_2d_3x3_stride_2",
       .op = DepthwiseConv2D{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame, .activation = Activation::kRelu},
       .inputs = {Rand({1, 8, 9, 40}), ConstRand({3, 3, 40, 1}), ConstRand({40})},
       .gradient = false},
      {.name = "depthwise_conv_2d_5x5",
       .op = DepthwiseConv2D{.padding = Padding::kSame},
       .inputs = {Rand({1, 4, 7, 16}), ConstRand({5, 5, 16, 1})}},
      {.name = "depthwise_conv_2d_multiplier_8",
       .op = DepthwiseConv2D{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Rand({1, 9, 8, 1}), ConstRand({10, 8, 1, 8}), ConstRand({8})}},
      {.name = "depthwise_conv_2d_no_batch",
       .op = DepthwiseConv2D{},
       .inputs = {Rand({0, 4, 4, 2}), Rand({3, 3, 2, 1})}},
      {.name = "depthwise_conv_2d_c1",
       .op = DepthwiseConv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2})},
       .error = "expected rank 4"},
      {.name = "depthwise_conv_2d_c2",
       .op = DepthwiseConv2D{.dilation_w = -1},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 1})},
       .error = "dilation is -1"},
      {.name = "depthwise_conv_2d_c3",
       .op = DepthwiseConv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 1}), ConstInts({1, 2})},
       .error = "the bias is i32"},
      {.name = "depthwise_conv_2d_c4",
       .op = DepthwiseConv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 4, 1})},
       .error = "x has 2"},
      {.name = "depthwise_conv_2d_c4_tflite",
       .op = DepthwiseConv2D{.layout = FilterLayout::kTflite},
       .inputs = {Rand({1, 4, 4, 2}), Rand({1, 3, 3, 5})},
       .error = "no multiple"},
      {.name = "depthwise_conv_2d_c5",
       .op = DepthwiseConv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 1}), Rand({3})},
       .error = "expected 2 elements"},
      {.name = "depthwise_conv_2d_c6",
       .op = DepthwiseConv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 6, 2, 1})},
       .error = "larger than the input"},
      {.name = "depthwise_conv_2d_larger_window",
       .op = DepthwiseConv2D{.stride_w = 2},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 7, 2, 1})},
       .expected = {Tensor(DType::kF32, {1, 2, 0, 2})}},
      {.name = "depthwise_conv_2d_larger_window_tflite_layout",
       .op = DepthwiseConv2D{.dilation_h = 2, .layout = FilterLayout::kTflite},
       .inputs = {Rand({2, 4, 4, 2}), ConstRand({1, 3, 3, 4}), ConstRand({4})},
       .expected = {Tensor(DType::kF32, {2, 0, 2, 4})}},
      {.name = "depthwise_conv_2d_c7",
       .op = DepthwiseConv2D{.activation = Activation::kSignBit},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 1})},
       .error = "SIGN_BIT"},
  };
  AddQuantized(&cases);
  AddWindows(&cases);
  // LiteRT's reference kernel.
  cases.push_back(
      {.name = "depthwise_conv_2d_hybrid_at_run_time",
       .op = DepthwiseConv2D{.layout = FilterLayout::kTflite},
       .inputs = {Given(Tensor::Of<float>({1, 2, 2, 2}, {-1.5f, 0.25f, 2, 0.75f, 1, -3, 0.5f, 0.125f})),
                  ChannelCodes({1, 1, 2, 2}, DType::kI8, {0.02f, 0.05f}, 3, {127, -3, 50, -90}),
                  Const(Tensor::Of<float>({2}, {0.5f, -1}))},
       .expected = {Tensor::Of<float>({1, 2, 1, 2}, {-1.33490193f, -4.3911767f, 3.54980397f, -1.07941175f})},
       .gradient = false});
  return cases;
}

}  // namespace slipway::ops
