#include "ops/code_cases.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

namespace {

// Quantized layers; expected is the float reference, within a step.
void AddQuantized(std::vector<Case>* cases) {
  struct Shapes {
    const char* name;
    TransposeConv op;
    Shape x, filter, y;  // filter: OHWI
  };
  const Shapes all[] = {
      {"same_stride_2",
       {.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       {1, 4, 3, 2},
       {5, 3, 3, 2},
       {1, 8, 6, 5}},
      {"valid", {.padding = Padding::kValid}, {1, 3, 4, 19}, {7, 2, 3, 19}, {1, 4, 6, 7}},
      {"valid_stride_3",
       {.stride_h = 3, .stride_w = 2, .padding = Padding::kValid},
       {2, 2, 3, 1},
       {4, 2, 2, 1},
       {2, 5, 6, 4}},
      // Where a step to the next pixel is never made, images still follow each other.
      {"one_pixel_stride_3",
       {.stride_h = 2, .stride_w = 3, .padding = Padding::kValid},
       {3, 1, 1, 2},
       {2, 1, 1, 2},
       {3, 1, 1, 2}},
      {"one_row_stride_3",
       {.stride_h = 3, .stride_w = 1, .padding = Padding::kSame},
       {2, 1, 4, 4},
       {3, 1, 1, 4},
       {2, 3, 4, 3}},
  };
  for (const Shapes& s : all)
    for (DType dtype : {DType::kI8, DType::kI16, DType::kU8}) {
      TransposeConv op = s.op;
      op.layout = FilterLayout::kTflite;
      QuantizedLayer l = RandLayer(dtype, s.x, s.filter, 0, s.filter[0]);
      std::vector<int64_t> sizes(s.y.begin(), s.y.end());
      cases->push_back({.name = StrCat("transpose_conv_", DTypeName(dtype), "_", s.name),
                        .op = op,
                        .inputs = {Const(Tensor::Vector(sizes)), l.weights, l.x, l.bias},
                        .gradient = false,
                        .out_quant = {l.y}});
      if (s.name != std::string_view("valid")) continue;
      Case open = cases->back();
      open.name += "_shape_at_run_time";
      open.inputs[0].constant = false;
      cases->push_back(std::move(open));
    }
}

}  // namespace

std::vector<Case> Cases(const TransposeConv*) {
  // Expected values: tf.raw_ops.Conv2DBackpropInput.
  std::vector<Case> cases = {
      {.name = "transpose_conv_valid",
       .op = TransposeConv{},
       .inputs = {ConstInts({1, 5, 3, 2}),
                  Given(Tensor::Of<float>(
                      {3, 2, 2, 3},
                      {-0.16f, 0.78f,  0.67f,  -0.8f, 0.29f, -0.38f, 0.51f,  0.09f,  -0.08f, 0.79f,  -0.89f, 0.11f,
                       -0.34f, -0.93f, 0.51f,  0.12f, 0.79f, 0.2f,   -0.33f, 0.97f,  -0.77f, -0.89f, 0.47f,  -0.26f,
                       -0.28f, 0.75f,  -0.35f, 0.78f, 0.29f, -0.34f, -0.88f, -0.51f, 0.94f,  -0.19f, -0.68f, -0.4f})),
                  Given(Tensor::Of<float>(
                      {1, 3, 2, 3}, {-0.82f, 0.79f, -0.08f, -0.11f, -0.79f, 0.37f, 0.63f, 0.26f, -0.52f, 0.57f, -0.71f,
                                     0.65f, 0.16f, -0.42f, 0.03f, 0.26f, -0.48f, 0.69f}))},
       .expected = {Tensor::Of<float>(
           {1, 5, 3, 2}, {0.6938f,      0.9155f,       -0.69139993f, -1.6414001f,  -0.1568f,     0.65690005f,
                          -0.74310005f, 0.27870005f,   2.2361f,      -0.1412f,     -0.8401f,     0.7840999f,
                          -0.20419994f, -0.4675f,      0.8827f,      -1.5618f,     -0.49560001f, 0.10860008f,
                          0.5521f,      0.43700004f,   -1.8687999f,  -0.62839997f, -0.61120003f, -0.5219f,
                          -0.3703f,     -0.007200003f, -0.5727f,     0.0722f,      0.6646f,      0.0010000068f})}},
      {.name = "transpose_conv_same_stride_2",
       .op = TransposeConv{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
       .inputs = {ConstInts({1, 6, 3, 2}),
                  Given(Tensor::Of<float>(
                      {3, 2, 2, 3},
                      {-0.16f, 0.78f,  0.67f,  -0.8f, 0.29f, -0.38f, 0.51f,  0.09f,  -0.08f, 0.79f,  -0.89f, 0.11f,
                       -0.34f, -0.93f, 0.51f,  0.12f, 0.79f, 0.2f,   -0.33f, 0.97f,  -0.77f, -0.89f, 0.47f,  -0.26f,
                       -0.28f, 0.75f,  -0.35f, 0.78f, 0.29f, -0.34f, -0.88f, -0.51f, 0.94f,  -0.19f, -0.68f, -0.4f})),
                  Given(Tensor::Of<float>(
                      {1, 3, 2, 3}, {-0.82f, 0.79f, -0.08f, -0.11f, -0.79f, 0.37f, 0.63f, 0.26f, -0.52f, 0.57f, -0.71f,
                                     0.65f, 0.16f, -0.42f, 0.03f, 0.26f, -0.48f, 0.69f}))},
       .expected = {Tensor::Of<float>(
           {1, 6, 3, 2},
           {0.6938f,      0.9155f,     -0.3407f,    -1.3597001f, -0.35069996f, -0.28170002f, -0.49670002f, 0.50970006f,
            1.0985f,      1.1219f,     0.96080005f, -0.5633f,    0.6037f,      -0.6143f,     0.6298f,      -0.14029999f,
            -0.9007f,     -1.3496f,    -0.7212f,    0.17699999f, 0.44469997f,  -0.30330002f, 0.798f,       -0.3625f,
            -0.13249998f, 0.48239994f, -1.1344f,    0.415f,      -0.8732999f,  -0.5917f,     0.3515f,      -0.30659997f,
            -0.4833f,     -0.3476f,    0.70989996f, -0.21f})}},
      {.name = "transpose_conv_dilated",
       .op = TransposeConv{.dilation_h = 2, .padding = Padding::kSame},
       .inputs = {ConstInts({1, 3, 2, 2}),
                  Given(Tensor::Of<float>(
                      {3, 2, 2, 3},
                      {-0.16f, 0.78f,  0.67f,  -0.8f, 0.29f, -0.38f, 0.51f,  0.09f,  -0.08f, 0.79f,  -0.89f, 0.11f,
                       -0.34f, -0.93f, 0.51f,  0.12f, 0.79f, 0.2f,   -0.33f, 0.97f,  -0.77f, -0.89f, 0.47f,  -0.26f,
                       -0.28f, 0.75f,  -0.35f, 0.78f, 0.29f, -0.34f, -0.88f, -0.51f, 0.94f,  -0.19f, -0.68f, -0.4f})),
                  Given(Tensor::Of<float>(
                      {1, 3, 2, 3}, {-0.82f, 0.79f, -0.08f, -0.11f, -0.79f, 0.37f, 0.63f, 0.26f, -0.52f, 0.57f, -0.71f,
                                     0.65f, 0.16f, -0.42f, 0.03f, 0.26f, -0.48f, 0.69f}))},
       .expected = {Tensor::Of<float>(
           {1, 3, 2, 2}, {-0.8298f, 0.24850006f, 2.147f, 0.45269984f, -0.7212f, 0.17699999f, 1.2426999f, -0.66580003f,
                          1.2016001f, -0.6899f, -0.22110002f, -1.3476999f})}},
      {.name = "transpose_conv_tflite_layout",
       .op = TransposeConv{.stride_h = 2,
                           .stride_w = 2,
                           .padding = Padding::kSame,
                           .activation = Activation::kRelu,
                           .layout = FilterLayout::kTflite},
       .inputs = {ConstInts({2, 8, 9, 5}), ConstRand({5, 3, 3, 4}), Rand({2, 4, 5, 4}), ConstRand({5})},
       .gradient = false},
      {.name = "transpose_conv_2x2_stride_2",
       .op = TransposeConv{.stride_h = 2, .stride_w = 2, .layout = FilterLayout::kTflite},
       .inputs = {ConstInts({1, 8, 10, 20}), ConstRand({20, 2, 2, 33}), Rand({1, 4, 5, 33}), ConstRand({20})}},
      {.name = "transpose_conv_groups",
       .op = TransposeConv{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame, .groups = 3},
       .inputs = {ConstInts({2, 7, 6, 6}), Rand({3, 3, 2, 9}), Rand({2, 4, 3, 9})}},
      {.name = "transpose_conv_shape_not_constant",
       .op = TransposeConv{.layout = FilterLayout::kTflite},
       .inputs = {Given(Tensor::Of<int32_t>({4}, {1, 4, 4, 3})), Rand({3, 2, 2, 2}), Rand({1, 3, 3, 2})}},
      {.name = "transpose_conv_no_batch",
       .op = TransposeConv{},
       .inputs = {ConstInts({0, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({0, 3, 2, 3})}},
      {.name = "transpose_conv_c1",
       .op = TransposeConv{},
       .inputs = {ConstInts({1, 5, 3}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3})},
       .error = "expected [4]"},
      {.name = "transpose_conv_c2",
       .op = TransposeConv{.groups = 0},
       .inputs = {ConstInts({1, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3})},
       .error = "groups is 0"},
      {.name = "transpose_conv_c3",
       .op = TransposeConv{},
       .inputs = {ConstInts({1, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3}, -1, 1, DType::kF64)},
       .error = "no kernel combines"},
      {.name = "transpose_conv_c4",
       .op = TransposeConv{},
       .inputs = {ConstInts({1, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 4})},
       .error = "x has 4"},
      {.name = "transpose_conv_c5",
       .op = TransposeConv{},
       .inputs = {ConstInts({1, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3}), Rand({3})},
       .error = "expected 2 elements"},
      {.name = "transpose_conv_c6",
       .op = TransposeConv{},
       .inputs = {ConstInts({2, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3})},
       .error = "the batch is 2"},
      {.name = "transpose_conv_c6_negative",
       .op = TransposeConv{},
       .inputs = {ConstInts({1, -5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3})},
       .error = "negative dimension -5"},
      {.name = "transpose_conv_c7",
       .op = TransposeConv{.activation = Activation::kTanh},
       .inputs = {ConstInts({1, 5, 3, 2}), Rand({3, 2, 2, 3}), Rand({1, 3, 2, 3})},
       .error = "TANH"},
  };
  AddQuantized(&cases);
  // LiteRT's reference kernel.
  cases.push_back(
      {.name = "transpose_conv_hybrid_at_run_time",
       .op = TransposeConv{.stride_w = 2, .layout = FilterLayout::kTflite},
       .inputs = {ConstInts({1, 2, 4, 2}),
                  ChannelCodes({2, 1, 2, 2}, DType::kI8, {0.02f, 0.05f}, 0, {127, -3, 50, -90, 7, 8, -100, 20}),
                  Given(Tensor::Of<float>({1, 2, 2, 2}, {-1.5f, 0.25f, 2, 0.75f, 1, -3, 0.5f, 0.125f}))},
       .expected = {Tensor::Of<float>(
           {1, 2, 4, 2},
           {-3.85019612f, -0.426470637f, -1.96862757f, 7.8039217f, 5.03529406f, 0.998039246f, 0.65882349f, -9.25490189f,
            2.72000003f, -0.850000024f, 6.4000001f, -8, 1.28784311f, 0.225490212f, 0.298039228f, -2.43137264f})},
       .gradient = false});
  return cases;
}

}  // namespace slipway::ops
