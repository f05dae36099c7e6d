#include "ops/code_cases.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::ops {

namespace {

// Quantized layers; expected is the float reference, within a step.
void AddQuantized(std::vector<Case>* cases) {
  struct Shapes {
    const char* name;
    Activation activation;
    Shape x, filter;
    bool per_channel;
  };
  const Shapes all[] = {
      {"one_row", Activation::kNone, {1, 37}, {10, 37}, false},
      {"rows_relu", Activation::kRelu, {5, 16}, {33, 16}, false},
      {"per_channel", Activation::kNone, {3, 19}, {12, 19}, true},
      {"no_depth", Activation::kNone, {2, 0}, {5, 0}, false},
      {"no_depth_per_channel", Activation::kRelu6, {2, 0}, {5, 0}, true},
  };
  for (const Shapes& s : all)
    for (DType dtype : {DType::kI8, DType::kI16, DType::kU8}) {
      if (dtype == DType::kU8 && s.per_channel) continue;
      QuantizedLayer l = RandLayer(dtype, s.x, s.filter, s.per_channel ? 0 : -1, s.filter[0]);
      cases->push_back({.name = StrCat("fully_connected_", DTypeName(dtype), "_", s.name),
                        .op = FullyConnected{.activation = s.activation},
                        .inputs = {l.x, l.weights, l.bias},
                        .gradient = false,
                        .out_quant = {l.y}});
    }
}

}  // namespace

std::vector<Case> Cases(const FullyConnected*) {
  // Expected values: tf.matmul(x, weights, transpose_b=True) + bias.
  std::vector<Case> cases = {
      {.name = "fully_connected_values",
       .op = FullyConnected{},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {0.7f, -0.8f, -0.59f, -0.17f, 0.29f, -0.23f})),
                  Given(Tensor::Of<float>({4, 3}, {-0.5f, -0.31f, -0.59f, 0.72f, 0.39f, -0.18f, 0.4f, 0.04f, 0.05f,
                                                   -0.27f, -0.02f, 0.97f}))},
       .expected = {Tensor::Of<float>(
           {2, 4}, {0.2461f, 0.29819998f, 0.21849999f, -0.74530005f, 0.13080001f, 0.032099992f, -0.0679f, -0.183f})}},
      {.name = "fully_connected_bias_relu",
       .op = FullyConnected{.activation = Activation::kRelu},
       .inputs = {Given(Tensor::Of<float>({2, 3}, {0.7f, -0.8f, -0.59f, -0.17f, 0.29f, -0.23f})),
                  Const(Tensor::Of<float>({4, 3}, {-0.5f, -0.31f, -0.59f, 0.72f, 0.39f, -0.18f, 0.4f, 0.04f, 0.05f,
                                                   -0.27f, -0.02f, 0.97f})),
                  Const(Tensor::Of<float>({4}, {0.57f, 0.66f, -0.75f, 0.01f}))},
       .expected = {Tensor::Of<float>({2, 4}, {0.8161f, 0.9582f, 0.0f, 0.0f, 0.7008f, 0.69210005f, 0.0f, 0.0f})}},
      {.name = "fully_connected_flattens",
       .op = FullyConnected{},
       .inputs = {Rand({2, 3, 4}), ConstRand({5, 6}), ConstRand({5})}},
      {.name = "fully_connected_keep_num_dims",
       .op = FullyConnected{.keep_num_dims = true},
       .inputs = {Rand({2, 3, 4}), Rand({33, 4}), Rand({33})}},
      {.name = "fully_connected_one_row",
       .op = FullyConnected{},
       .inputs = {Rand({1, 67}), ConstRand({130, 67}), ConstRand({130})}},
      {.name = "fully_connected_one_row_few_outputs",
       .op = FullyConnected{.activation = Activation::kRelu},
       .inputs = {Rand({1, 131}), ConstRand({13, 131}), ConstRand({13})}},
      {.name = "fully_connected_one_row_one_output", .op = FullyConnected{}, .inputs = {Rand({1, 64}), Rand({1, 64})}},
      {.name = "fully_connected_many_rows", .op = FullyConnected{}, .inputs = {Rand({65, 40}), ConstRand({18, 40})}},
      // A sum of nothing is 0; to it comes the bias.
      {.name = "fully_connected_no_depth",
       .op = FullyConnected{},
       .inputs = {Rand({2, 3, 0}), ConstRand({2, 0}), Const(Tensor::Of<float>({2}, {0.5f, -2}))},
       .expected = {Tensor::Of<float>({6, 2}, {0.5f, -2, 0.5f, -2, 0.5f, -2, 0.5f, -2, 0.5f, -2, 0.5f, -2})}},
      {.name = "fully_connected_no_depth_at_run_time",
       .op = FullyConnected{.activation = Activation::kRelu, .keep_num_dims = true},
       .inputs = {Rand({1, 2, 0}), Rand({2, 0}), Given(Tensor::Of<float>({2}, {0.5f, -2}))},
       .expected = {Tensor::Of<float>({1, 2, 2}, {0.5f, 0, 0.5f, 0})},
       .gradient = false},
      {.name = "fully_connected_no_depth_no_bias",
       .op = FullyConnected{},
       .inputs = {Rand({0}), Rand({3, 0})},
       .expected = {Tensor::Of<float>({1, 3}, {0, 0, 0})}},
      {.name = "fully_connected_no_outputs", .op = FullyConnected{}, .inputs = {Rand({2, 3}), ConstRand({0, 3})}},
      {.name = "fully_connected_no_rows", .op = FullyConnected{}, .inputs = {Rand({0, 4}), Rand({3, 4})}},
      {.name = "fully_connected_c1",
       .op = FullyConnected{},
       .inputs = {Rand({2, 3}), Rand({4, 3, 1})},
       .error = "expected [out, in]"},
      {.name = "fully_connected_c1_vector",
       .op = FullyConnected{},
       .inputs = {Rand({2, 3}), ConstInts({1, 2})},
       .error = "expected [out, in]"},
      {.name = "fully_connected_c2",
       .op = FullyConnected{},
       .inputs = {Rand({2, 3}), Rand({4, 3}, -1, 1, DType::kF64)},
       .error = "no kernel combines"},
      {.name = "fully_connected_c3",
       .op = FullyConnected{},
       .inputs = {Rand({2, 4}), Rand({4, 3})},
       .error = "no rows of 3"},
      {.name = "fully_connected_c3_keep",
       .op = FullyConnected{.keep_num_dims = true},
       .inputs = {Rand({3, 4}), Rand({4, 3})},
       .error = "no rows of 3"},
      {.name = "fully_connected_c4",
       .op = FullyConnected{},
       .inputs = {Rand({2, 3}), Rand({4, 3}), Rand({3})},
       .error = "expected 4 elements"},
      {.name = "fully_connected_c5",
       .op = FullyConnected{.activation = Activation::kTanh},
       .inputs = {Rand({2, 3}), Rand({4, 3})},
       .error = "TANH"},
  };
  // LiteRT's reference kernels.
  auto at_run_time = [&](const char* name, bool asymmetric, std::initializer_list<float> y) {
    cases.push_back({.name = name,
                     .op = FullyConnected{.asymmetric_quantize_inputs = asymmetric},
                     .inputs = {Given(Tensor::Of<float>({2, 3}, {-1.5f, 0.25f, 2, 0.75f, 1, -3})),
                                ChannelCodes({2, 3}, DType::kI8, {0.02f, 0.05f}, 0, {127, -3, 50, -90, 11, -128}),
                                Const(Tensor::Of<float>({2}, {0.5f, -1}))},
                     .expected = {Tensor::Of<float>({2, 2}, y)},
                     .gradient = false});
  };
  at_run_time("fully_connected_hybrid_at_run_time", false, {-1.31511819f, -6.92913389f, -0.639527559f, 15.3440952f});
  at_run_time("fully_connected_hybrid_asymmetric_at_run_time", true,
              {-1.31094122f, -6.95686293f, -0.643843174f, 15.3388252f});
  const Case to_i16[] = {
#include "ops/fully_connected/code_cases.def"
  };
  cases.insert(cases.end(), std::begin(to_i16), std::end(to_i16));
  cases.push_back({.name = "fully_connected_c7",
                   .op = FullyConnected{.wide_result = true},
                   .inputs = {RandQuant({2, 3}, 0.1f, 0), RandQuant({4, 3}, 0.1f, 0)},
                   .error = "a wide result is one of u8, but x is i8"});
  // A scale of 1 and the zero point -128: halves are rounded before it is added.
  const std::initializer_list<float> halves = {255, 0, 2.5f, 3.5f, 100.5f, 101.5f};
  cases.push_back({.name = "fully_connected_hybrid_asymmetric_halves",
                   .op = FullyConnected{.asymmetric_quantize_inputs = true},
                   .inputs = {Given(Tensor::Of<float>({1, 6}, halves)),
                              ConstOf(Codes({2, 6}, DType::kI8, 1, 0, {0, 0, 1, 10, 0, 0, 0, 0, 0, 0, 1, 10}))},
                   .expected = {Tensor::Of<float>({1, 2}, {43, 1121})},
                   .gradient = false});
  cases.push_back({.name = "fully_connected_hybrid_no_depth",
                   .op = FullyConnected{},
                   .inputs = {Rand({2, 0}), RandLayer(DType::kI8, {2, 0}, {2, 0}, 0, 2).weights,
                              Const(Tensor::Of<float>({2}, {0.5f, -2}))},
                   .expected = {Tensor::Of<float>({2, 2}, {0.5f, -2, 0.5f, -2})},
                   .gradient = false});
  AddQuantized(&cases);
  return cases;
}

}  // namespace slipway::ops
