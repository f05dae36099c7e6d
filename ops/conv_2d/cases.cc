#include <algorithm>

#include "ops/code_cases.h"
#include "ops/conv_2d/conv_2d.h"

namespace slipway::ops {

namespace {

// Quantized layers; expected is the float reference, within a step.
void AddQuantized(std::vector<Case>* cases) {
  struct Shapes {
    const char* name;
    Conv2D op;
    Shape x, filter;  // filter: OHWI
  };
  const Shapes all[] = {
      {"one_channel_same", {.padding = Padding::kSame}, {2, 8, 9, 1}, {16, 3, 3, 1}},
      {"first_layer_stride_2",
       {.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       {1, 11, 12, 3},
       {17, 3, 3, 3}},
      {"dilated_same", {.dilation_h = 2, .dilation_w = 3, .padding = Padding::kSame}, {1, 7, 9, 2}, {5, 3, 2, 2}},
      {"valid_relu6", {.padding = Padding::kValid, .activation = Activation::kRelu6}, {1, 6, 7, 4}, {33, 2, 3, 4}},
      {"wide_same", {.padding = Padding::kSame}, {1, 5, 4, 19}, {40, 3, 3, 19}},
      {"pointwise", {}, {2, 3, 5, 37}, {35, 1, 1, 37}},
      {"grouped", {.padding = Padding::kSame}, {1, 5, 5, 4}, {6, 3, 3, 2}},
      {"larger_window", {}, {1, 3, 2, 4}, {6, 3, 3, 4}},
  };
  for (const Shapes& s : all)
    for (DType dtype : {DType::kI8, DType::kI16, DType::kU8}) {
      Conv2D op = s.op;
      op.layout = FilterLayout::kTflite;
      QuantizedLayer l = RandLayer(dtype, s.x, s.filter, 0, s.filter[0]);
      cases->push_back({.name = StrCat("conv_2d_", DTypeName(dtype), "_", s.name),
                        .op = op,
                        .inputs = {l.x, l.weights, l.bias},
                        .gradient = false,
                        .out_quant = {l.y}});
    }
}

}  // namespace

std::vector<Case> Cases(const Conv2D*) {
  // Expected values: tf.nn.conv2d.
  std::vector<Case> cases = {
      {.name = "conv_2d_valid",
       .op = Conv2D{},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 5, 2}, {-0.85f, 0.56f,  -0.12f, 0.45f,  0.96f,  0.08f,  0.0f,   -0.86f, -0.46f, -0.0f,
                                     0.36f,  0.61f,  -0.24f, -0.87f, -0.42f, 0.82f,  -0.57f, -0.1f,  0.86f,  -0.95f,
                                     0.2f,   0.9f,   -0.54f, 0.1f,   0.82f,  -0.73f, 0.05f,  0.5f,   0.34f,  -0.06f,
                                     -0.59f, -0.02f, -0.26f, -0.05f, -0.27f, 0.68f,  0.54f,  -0.37f, 0.15f,  -0.45f})),
                  Given(Tensor::Of<float>({3, 2, 2, 3},
                                          {-0.09f, -0.29f, 0.31f,  -0.26f, -0.08f, 0.44f,  -0.17f, 0.81f,  -0.64f,
                                           0.48f,  -0.16f, -0.15f, 0.27f,  0.05f,  -0.17f, -1.0f,  -0.82f, 0.42f,
                                           0.05f,  0.39f,  0.91f,  0.37f,  -0.89f, -0.38f, 0.19f,  -0.53f, 0.93f,
                                           0.89f,  0.7f,   -0.06f, 0.68f,  -0.74f, -0.38f, -0.07f, 0.48f,  -0.03f}))},
       .expected = {Tensor::Of<float>(
           {1, 2, 4, 3},
           {-0.21460003f, 1.2026f, 0.63359994f, 1.4517f,      -0.029600084f, -2.2819002f, -2.0138f,     -1.7165f,
            1.1693f,      0.6293f, 0.9736999f,  1.0036f,      -1.7069999f,   -0.7689f,    0.031499993f, -0.08720006f,
            1.1573f,      0.6894f, 1.9594f,     -0.13350001f, -0.4661001f,   -1.1098001f, -0.07179996f, 0.386f})}},
      {.name = "conv_2d_same_stride_2_bias_relu",
       .op = Conv2D{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame, .activation = Activation::kRelu},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 5, 2}, {-0.85f, 0.56f,  -0.12f, 0.45f,  0.96f,  0.08f,  0.0f,   -0.86f, -0.46f, -0.0f,
                                     0.36f,  0.61f,  -0.24f, -0.87f, -0.42f, 0.82f,  -0.57f, -0.1f,  0.86f,  -0.95f,
                                     0.2f,   0.9f,   -0.54f, 0.1f,   0.82f,  -0.73f, 0.05f,  0.5f,   0.34f,  -0.06f,
                                     -0.59f, -0.02f, -0.26f, -0.05f, -0.27f, 0.68f,  0.54f,  -0.37f, 0.15f,  -0.45f})),
                  Const(Tensor::Of<float>({3, 2, 2, 3},
                                          {-0.09f, -0.29f, 0.31f,  -0.26f, -0.08f, 0.44f,  -0.17f, 0.81f,  -0.64f,
                                           0.48f,  -0.16f, -0.15f, 0.27f,  0.05f,  -0.17f, -1.0f,  -0.82f, 0.42f,
                                           0.05f,  0.39f,  0.91f,  0.37f,  -0.89f, -0.38f, 0.19f,  -0.53f, 0.93f,
                                           0.89f,  0.7f,   -0.06f, 0.68f,  -0.74f, -0.38f, -0.07f, 0.48f,  -0.03f})),
                  Const(Tensor::Of<float>({3}, {-0.73f, -0.31f, -0.35f}))},
       .expected = {Tensor::Of<float>(
           {1, 2, 3, 3}, {0.0f, 0.8926f, 0.28359994f, 0.0f, 0.0f, 0.81929994f, 0.50479996f, 0.4232f, 0.0f, 0.0f, 0.0f,
                          0.31290004f, 0.0f, 0.0f, 0.43950006f, 0.0f, 0.0f, 0.0f})}},
      {.name = "conv_2d_same_dilated",
       .op = Conv2D{.dilation_h = 2, .dilation_w = 3, .padding = Padding::kSame},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 4, 5, 2}, {-0.85f, 0.56f,  -0.12f, 0.45f,  0.96f,  0.08f,  0.0f,   -0.86f, -0.46f, -0.0f,
                                     0.36f,  0.61f,  -0.24f, -0.87f, -0.42f, 0.82f,  -0.57f, -0.1f,  0.86f,  -0.95f,
                                     0.2f,   0.9f,   -0.54f, 0.1f,   0.82f,  -0.73f, 0.05f,  0.5f,   0.34f,  -0.06f,
                                     -0.59f, -0.02f, -0.26f, -0.05f, -0.27f, 0.68f,  0.54f,  -0.37f, 0.15f,  -0.45f})),
                  Given(Tensor::Of<float>({3, 2, 2, 3},
                                          {-0.09f, -0.29f, 0.31f,  -0.26f, -0.08f, 0.44f,  -0.17f, 0.81f,  -0.64f,
                                           0.48f,  -0.16f, -0.15f, 0.27f,  0.05f,  -0.17f, -1.0f,  -0.82f, 0.42f,
                                           0.05f,  0.39f,  0.91f,  0.37f,  -0.89f, -0.38f, 0.19f,  -0.53f, 0.93f,
                                           0.89f,  0.7f,   -0.06f, 0.68f,  -0.74f, -0.38f, -0.07f, 0.48f,  -0.03f}))},
       .expected = {Tensor::Of<float>(
           {1, 4, 5, 3},
           {0.68630004f,  -0.65400004f, 0.55350006f,  -0.2697f,     0.9907f,  0.80450004f,  -0.28359997f, -0.4786f,
            -0.8448f,     -0.3147f,     -0.9632f,     0.6768f,      1.3145f,  1.0287f,      -0.3447f,     0.051200002f,
            -0.3674f,     -0.6116f,     -0.31509995f, -0.89400005f, -1.0273f, 0.5363f,      1.6580999f,   0.5367f,
            -0.37949997f, -0.07429999f, 0.12389997f,  -0.28059998f, -0.4917f, 0.5793f,      -0.3539f,     1.7343f,
            0.3972f,      -1.1403999f,  -0.8142f,     0.3114f,      -0.279f,  -0.29680002f, 0.92120004f,  0.8442f,
            0.35480008f,  -0.11320001f, -0.2629f,     -0.3387f,     -0.1769f, 0.7031f,      -1.1819f,     -0.35830003f,
            -0.39130002f, -0.07209998f, 1.4837f,      -0.5336f,     1.4748f,  -0.53440005f, -0.9283f,     -0.5149f,
            0.5621f,      0.5931f,      0.5037f,      -0.46789998f})}},
      {.name = "conv_2d_grouped",
       .op = Conv2D{},
       .inputs = {Given(Tensor::Of<float>(
                      {1, 3, 3, 4},
                      {-0.4f,  -0.67f, -0.17f, -0.1f,  0.55f,  0.59f,  0.04f,  -0.08f, 0.56f,  0.77f,  0.35f,  0.6f,
                       0.88f,  -0.92f, 0.75f,  -0.45f, -0.05f, 0.59f,  0.43f,  -0.71f, 0.32f,  -0.86f, -0.29f, 0.63f,
                       -0.14f, 0.2f,   0.46f,  0.64f,  0.52f,  -0.99f, -0.16f, -0.07f, -0.89f, 0.08f,  0.22f,  0.66f})),
                  Given(Tensor::Of<float>(
                      {2, 2, 2, 6},
                      {0.88f, -0.74f, -0.54f, 0.32f,  -0.74f, -0.55f, 0.15f,  -0.66f, 0.56f,  0.71f,  -0.93f, 0.07f,
                       0.59f, 0.95f,  -0.45f, -0.66f, 0.75f,  0.82f,  -0.6f,  -0.12f, 0.44f,  0.69f,  -0.66f, 0.33f,
                       0.62f, 0.1f,   -0.67f, -0.93f, -0.44f, 0.62f,  -0.91f, -0.98f, -0.28f, -0.87f, -0.7f,  -0.95f,
                       0.05f, 0.39f,  -0.15f, -0.73f, -0.34f, 0.18f,  0.88f,  0.99f,  -0.52f, -0.98f, 0.66f,  0.85f}))},
       .expected = {Tensor::Of<float>({1, 2, 2, 6},
                                      {1.4175f,  2.7441f,     -0.7784f,     -0.13110001f,  -0.3282f,     0.45930004f,
                                       -0.8678f, -1.6666001f, 0.38769996f,  -0.048900027f, 0.73349994f,  1.8818f,
                                       -0.8611f, -1.1496f,    -0.23370007f, -1.6524f,      0.012399981f, -0.7368f,
                                       1.9985f,  0.80910003f, -0.14429995f, -0.33810002f,  0.18899998f,  0.2518001f})}},
      {.name = "conv_2d_tflite_layout",
       .op = Conv2D{.padding = Padding::kSame, .activation = Activation::kRelu6, .layout = FilterLayout::kTflite},
       .inputs = {Rand({2, 5, 4, 3}), ConstRand({7, 3, 3, 3}), ConstRand({7})},
       .gradient = false},
      {.name = "conv_2d_tflite_layout_grouped",
       .op = Conv2D{.stride_h = 2, .layout = FilterLayout::kTflite},
       .inputs = {Rand({2, 6, 4, 6}), Rand({4, 3, 2, 3})}},
      {.name = "conv_2d_grouped_stride_2",
       .op = Conv2D{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Rand({2, 7, 6, 6}), Rand({3, 3, 2, 9}), Rand({9})}},
      {.name = "conv_2d_pointwise", .op = Conv2D{}, .inputs = {Rand({2, 5, 7, 19}), Rand({1, 1, 19, 37}), Rand({37})}},
      {.name = "conv_2d_pointwise_stride_2",
       .op = Conv2D{.stride_h = 2, .stride_w = 2},
       .inputs = {Rand({1, 5, 7, 8}), ConstRand({1, 1, 8, 33})}},
      {.name = "conv_2d_3x3_wide",
       .op = Conv2D{.padding = Padding::kSame},
       .inputs = {Rand({1, 9, 11, 17}), ConstRand({3, 3, 17, 70}), ConstRand({70})}},
      {.name = "conv_2d_first_layer",
       .op = Conv2D{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {Rand({1, 17, 18, 3}), ConstRand({3, 3, 3, 16}), ConstRand({16})}},
      {.name = "conv_2d_no_batch", .op = Conv2D{}, .inputs = {Rand({0, 4, 4, 2}), Rand({3, 3, 2, 5})}},
      {.name = "conv_2d_no_output_channels",
       .op = Conv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 0})},
       .gradient = false},
      {.name = "conv_2d_window_as_large_as_input",
       .op = Conv2D{.stride_h = 5, .stride_w = 5},
       .inputs = {Rand({2, 4, 3, 2}), Rand({4, 3, 2, 5})}},
      {.name = "conv_2d_c1",
       .op = Conv2D{},
       .inputs = {Rand({4, 4, 2}), Rand({3, 3, 2, 5})},
       .error = "expected rank 4"},
      {.name = "conv_2d_c2",
       .op = Conv2D{.stride_h = 0},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 5})},
       .error = "stride is 0"},
      {.name = "conv_2d_c2_empty_filter",
       .op = Conv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({0, 3, 2, 5})},
       .error = "filter's height is 0"},
      {.name = "conv_2d_c3",
       .op = Conv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 5}, -1, 1, DType::kF64)},
       .error = "no kernel combines"},
      {.name = "conv_2d_c4",
       .op = Conv2D{},
       .inputs = {Rand({1, 4, 4, 3}), Rand({3, 3, 2, 5})},
       .error = "does not divide"},
      {.name = "conv_2d_c4_groups",
       .op = Conv2D{},
       .inputs = {Rand({1, 4, 4, 4}), Rand({3, 3, 2, 5})},
       .error = "2 groups"},
      {.name = "conv_2d_c5",
       .op = Conv2D{},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 5}), Rand({4})},
       .error = "expected 5 elements"},
      {.name = "conv_2d_c6",
       .op = Conv2D{},
       .inputs = {Rand({1, 1, 4, 2}), Rand({3, 3, 2, 5})},
       .error = "larger than the input"},
      {.name = "conv_2d_larger_window",
       .op = Conv2D{},
       .inputs = {Rand({1, 2, 4, 2}), Rand({3, 3, 2, 5})},
       .expected = {Tensor(DType::kF32, {1, 0, 2, 5})}},
      {.name = "conv_2d_larger_window_tflite_layout",
       .op = Conv2D{.stride_w = 2, .dilation_w = 3, .layout = FilterLayout::kTflite},
       .inputs = {Rand({1, 4, 4, 2}), ConstRand({5, 3, 3, 2}), ConstRand({5})},
       .expected = {Tensor(DType::kF32, {1, 2, 0, 5})}},
      {.name = "conv_2d_c7",
       .op = Conv2D{.activation = Activation::kTanh},
       .inputs = {Rand({1, 4, 4, 2}), Rand({3, 3, 2, 5})},
       .error = "TANH"},
  };
  // LiteRT: one scale for the filter means that x has no zero point.
  Tensor filter = Tensor::Of<int8_t>({2, 1, 1, 2}, {127, -3, 50, -90});
  filter.mutable_type().quant = {{0.02f}, {0}, 0};
  cases.push_back({.name = "conv_2d_hybrid_one_scale",
                   .op = Conv2D{.layout = FilterLayout::kTflite},
                   .inputs = {Given(Tensor::Of<float>({1, 2, 2, 2}, {-1.5f, 0.25f, 2, 0.75f, 1, -3, 0.5f, 0.125f})),
                              Const(filter), Const(Tensor::Of<float>({2}, {0.5f, -1}))},
                   .expected = {Tensor::Of<float>({1, 2, 2, 2}, {-3.3555906f, -2.9795274f, 5.5546455f, -0.3527559f,
                                                                 3.2f, 5.3921261f, 1.7529134f, -0.7165354f})},
                   .gradient = false});
  cases.push_back(
      {.name = "conv_2d_hybrid_at_run_time",
       .op = Conv2D{.layout = FilterLayout::kTflite},
       .inputs = {cases.back().inputs[0], ChannelCodes({2, 1, 1, 2}, DType::kI8, {0.02f, 0.05f}, 0, {127, -3, 50, -90}),
                  cases.back().inputs[2]},
       .expected = {Tensor::Of<float>({1, 2, 2, 2}, {-3.35019612f, -5.92156887f, 5.53529406f, 0.647058845f, 3.22000003f,
                                                     15, 1.78784323f, -0.254901946f})},
       .gradient = false});
  cases.push_back(
      {.name = "conv_2d_hybrid_larger_window",
       .op = Conv2D{.layout = FilterLayout::kTflite},
       .inputs = {Rand({1, 1, 3, 2}), RandLayer(DType::kI8, {1, 1, 3, 2}, {5, 2, 2, 2}, 0, 5).weights, ConstRand({5})},
       .expected = {Tensor(DType::kF32, {1, 0, 2, 5})},
       .gradient = false});
  Case same =
      *std::find_if(cases.begin(), cases.end(), [](const Case& c) { return c.name == "conv_2d_hybrid_one_scale"; });
  same.name = "conv_2d_hybrid_same_scales";
  Tensor same_scales(filter.type(), filter.buffer());
  same_scales.mutable_type().quant = {{0.02f, 0.02f}, {0, 0}, 0};
  same.inputs[1] = Const(same_scales);
  cases.push_back(std::move(same));
  AddQuantized(&cases);
  return cases;
}

}  // namespace slipway::ops
