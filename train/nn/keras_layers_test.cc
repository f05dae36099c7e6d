// Layers against Keras 3.15.1 on TensorFlow 2.21: element i of input is 2 cos(0.37 i), element i of weight k is
// sin(0.7 i + 0.3 k) / 2. Gradients against differences.
#include <gtest/gtest.h>

#include <cmath>

#include "train/nn/arithmetic.h"
#include "train/nn/core.h"
#include "train/nn/image_layers.h"
#include "train/nn/merging.h"
#include "train/nn/normalization.h"
#include "train/nn/pooling.h"
#include "train/nn/recurrent.h"
#include "train/nn/sequence_layers.h"

namespace slipway::train::nn {
namespace {

Value InputOf(const Shape& shape) {
  Tensor t(DType::kF32, shape);
  std::span<float> x = t.as<float>();
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(2 * std::cos(0.37 * static_cast<double>(i)));
  return t;
}

void FillWeights(Layer& layer) {
  const std::vector<VariablePtr> variables = layer.variables();
  for (size_t k = 0; k < variables.size(); ++k) {
    std::span<float> w = variables[k]->tensor().as<float>();
    for (size_t i = 0; i < w.size(); ++i)
      w[i] = static_cast<float>(0.5 * std::sin(0.7 * static_cast<double>(i) + 0.3 * static_cast<double>(k)));
  }
}

struct LayerCase {
  const char* name;
  std::shared_ptr<Layer> layer;
  std::vector<Shape> inputs;
  Shape result;
  std::vector<double> first;  // elements of the result
  double magnitude;           // sum of all elements' magnitudes
};

std::vector<LayerCase> Cases() {
  auto make = []<class T>(std::type_identity<T>, typename T::Options o) { return std::make_shared<T>(o); };
  auto recurrent = [](RecurrentOptions o) { return std::make_shared<Recurrent>(o); };
#define LAYER(T, ...) make(std::type_identity<T>{}, T::Options __VA_ARGS__)
  using enum ops::Padding;
  return {
      {"causal",
       LAYER(Conv1D, {.filters = 2, .kernel_size = 3, .padding = SequencePadding::kCausal, .dilation_rate = 2}),
       {{1, 6, 3}},
       {1, 6, 2},
       {-0.0624115, -0.5368054, 0.7643899, 0.6532153, -0.06864415, 1.347981},
       6.656648},
      {"groups of a sequence",
       LAYER(Conv1D, {.filters = 4,
                      .kernel_size = 3,
                      .strides = 2,
                      .padding = SequencePadding::kSame,
                      .groups = 2,
                      .activation = "relu"}),
       {{2, 5, 4}},
       {2, 3, 4},
       {0, 0.4459264, 0.5395471, 0.5969127, 0.1968238, 0.4945537},
       9.711388},
      {"max of a sequence",
       LAYER(MaxPooling1D, {}),
       {{1, 5, 2}},
       {1, 2, 2},
       {2, 1.864655, 0.1813432, -0.5511805},
       4.597178},
      {"mean of a sequence",
       LAYER(AveragePooling1D, {.pool_size = 3, .strides = 1, .padding = kSame}),
       {{1, 4, 1}},
       {1, 4, 1},
       {1.932327, 1.780531, 1.410305, 1.18313},
       6.306293},
      {"global mean",
       LAYER(GlobalAveragePooling1D, {}),
       {{2, 3, 2}},
       {2, 2},
       {1.219427, 0.7342658, -1.62414, -1.62207},
       5.199902},
      {"global max", LAYER(GlobalMaxPooling1D, {}), {{2, 3, 2}}, {2, 2}, {2, 1.864655, -1.209105, -1.19822}, 6.271979},
      {"self attention",
       LAYER(MultiHeadAttention, {.num_heads = 2, .key_dim = 3}),
       {{1, 3, 4}},
       {1, 3, 4},
       {0.5411463, 0.2979792, -0.08533206, -0.4285104, 0.4921092, 0.2495716},
       3.903091},
      {"causal attention",
       LAYER(MultiHeadAttention, {.num_heads = 2, .key_dim = 3, .value_dim = 2, .use_causal_mask = true}),
       {{1, 3, 4}},
       {1, 3, 4},
       {0.7974319, 0.4877561, -0.05131909, -0.5662581, 0.6792991, 0.3654991},
       5.150819},
      {"cross attention",
       LAYER(MultiHeadAttention, {.num_heads = 2, .key_dim = 3, .use_bias = false}),
       {{2, 3, 4}, {2, 2, 5}},
       {2, 3, 4},
       {-0.0287469, 0.01452545, 0.05096626, 0.06343684, -0.005590174},
       1.255171},
      {"layer norm",
       LAYER(LayerNormalization, {}),
       {{2, 4}},
       {2, 4},
       {0.1477601, 0.6494937, 0.4037216, -0.3297921},
       2.647156},
      {"group norm",
       LAYER(GroupNormalization, {.groups = 2}),
       {{1, 2, 2, 4}},
       {1, 2, 2, 4},
       {0.1477601, 0.8704351, 1.083755, 0.6645967, 0.1477601, 0.3167601},
       6.097865},
      {"rms norm", LAYER(RMSNormalization, {}), {{2, 4}}, {2, 4}, {0, 0.3716122, 0.4502517, 0.2374841}, 2.450952},
      {"separable",
       LAYER(SeparableConv2D,
             {.filters = 3, .kernel_size = {2}, .strides = {2}, .padding = kSame, .depth_multiplier = 2}),
       {{1, 3, 3, 2}},
       {1, 2, 2, 3},
       {0.1704418, 0.4135777, 0.4622015, 0.5721846, 0.6488863, 0.4204068},
       5.049108},
      {"transposed, same",
       LAYER(Conv2DTranspose, {.filters = 2, .kernel_size = {3}, .strides = {2}, .padding = kSame}),
       {{1, 2, 2, 3}},
       {1, 4, 4, 2},
       {1.476106, 1.337221, -2.105954, 1.779807, 0.8160616, -1.317467},
       34.24047},
      {"transposed, valid",
       LAYER(Conv2DTranspose, {.filters = 2, .kernel_size = {3}, .strides = {2}}),
       {{1, 2, 2, 3}},
       {1, 5, 5, 2},
       {1.476106, 1.337221, -2.105954, 1.779807, 0.8160617, -1.317467},
       55.24944},
      {"transposed, gaps",
       LAYER(Conv2DTranspose, {.filters = 1, .kernel_size = {1}, .strides = {2}}),
       {{1, 2, 2, 1}},
       {1, 4, 4, 1},
       {0.1477601, 0.1477601},
       2.364162},
      {"nearest", LAYER(UpSampling2D, {}), {{1, 2, 2, 1}}, {1, 4, 4, 1}, {2, 2, 1.864655, 1.864655, 2, 2}, 24.92366},
      {"bilinear",
       LAYER(UpSampling2D, {.size = {1, 2}, .interpolation = Interpolation::kBilinear}),
       {{1, 1, 4, 1}},
       {1, 1, 8, 1},
       {2, 1.966164, 1.898491, 1.767725, 1.573867, 1.330034},
       12.46183},
      {"cropped",
       LAYER(Cropping2D, {.cropping = {1, 0}}),
       {{1, 4, 2, 1}},
       {1, 2, 2, 1},
       {1.476937, 0.8893231, 0.1813432, -0.5511805},
       3.098784},
      {"prelu",
       LAYER(PReLU, {.shared_axes = {1}}),
       {{1, 2, 3}},
       {1, 2, 3},
       {2, 1.864655, 1.476937, 0.8893231, 0.1813432, -0.2715803},
       6.683838},
      {"permuted",
       LAYER(Permute, {.dims = {2, 1}}),
       {{1, 2, 3}},
       {1, 3, 2},
       {2, 0.8893231, 1.864655, 0.1813432},
       6.963439},
      {"repeated", LAYER(RepeatVector, {.n = 2}), {{1, 3}}, {1, 2, 3}, {2, 1.864655, 1.476937, 2}, 10.68318},
      {"rescaled", LAYER(Rescaling, {.scale = .5, .offset = 1}), {{1, 3}}, {1, 3}, {2, 1.932327, 1.738469}, 5.670796},
      {"lstm",
       recurrent({.units = 3}),
       {{2, 4, 2}},
       {2, 3},
       {-0.1602841, -0.2401673, -0.2372519, -0.3462737},
       1.293238},
      {"lstm backwards",
       recurrent({.units = 3, .return_sequences = true, .go_backwards = true}),
       {{2, 4, 2}},
       {2, 4, 3},
       {2.970067e-05, -0.06567914, -0.1345745, -0.1508628, -0.257259},
       3.97544},
      {"lstm of relu",
       recurrent({.units = 2, .activation = "relu", .recurrent_activation = "hard_sigmoid", .use_bias = false}),
       {{1, 3, 2}},
       {1, 2},
       {0.1459735, 0},
       0.1459735},
      {"gru",
       recurrent({.cell = RecurrentCell::kGru, .units = 3}),
       {{2, 4, 2}},
       {2, 3},
       {-0.04893509, 0.3605106, 0.5050465},
       1.906319},
      {"gru, reset before",
       recurrent({.cell = RecurrentCell::kGru, .units = 3, .reset_after = false, .return_sequences = true}),
       {{2, 4, 2}},
       {2, 4, 3},
       {-0.4155027, -0.1462034, -0.07307043, -0.6205747, -0.3434584},
       8.529215},
      {"simple",
       recurrent({.cell = RecurrentCell::kSimple, .units = 3, .return_sequences = true}),
       {{2, 4, 2}},
       {2, 4, 3},
       {0.7958227, 0.8933582, 0.8051391, 0.5992265, 0.8020105},
       11.46683},
      {"both ways",
       std::make_shared<Bidirectional>(RecurrentOptions{.units = 2, .return_sequences = true}),
       {{2, 4, 2}},
       {2, 4, 4},
       {0.04785604, -0.03283731, -0.1031423, -0.2064074, 0.0963467},
       4.427953},
      {"both ways, summed",
       std::make_shared<Bidirectional>(RecurrentOptions{.cell = RecurrentCell::kGru, .units = 2},
                                       BidirectionalMerge::kSum),
       {{2, 4, 2}},
       {2, 2},
       {0.01529317, -0.7084163, 0.01923257},
       0.7489151},
  };
#undef LAYER
}

std::vector<Value> InputsOf(const LayerCase& c) {
  std::vector<Value> inputs;
  for (const Shape& s : c.inputs) inputs.push_back(InputOf(s));
  return inputs;
}

TEST(KerasLayers, GiveKerasNumbers) {
  for (const LayerCase& c : Cases()) {
    SCOPED_TRACE(c.name);
    (*c.layer)(InputsOf(c));
    FillWeights(*c.layer);
    Value y = (*c.layer)(InputsOf(c));
    ASSERT_TRUE(y.ok()) << y.status().message();
    EXPECT_EQ(y.shape(), c.result);
    const std::vector<double> got = y.Read()->AsDoubles();
    for (size_t i = 0; i < c.first.size(); ++i) EXPECT_NEAR(got[i], c.first[i], 3e-6) << i;
    double magnitude = 0;
    for (double v : got) magnitude += std::abs(v);
    EXPECT_NEAR(magnitude, c.magnitude, 2e-6 * magnitude);
  }
}

TEST(KerasLayers, TakeBatchesOfAnySize) {
  for (const LayerCase& c : Cases()) {
    SCOPED_TRACE(c.name);
    ir::Graph graph;
    VariableTable table;
    Trace trace(graph, table);
    std::vector<Value> inputs;
    for (Shape s : c.inputs) {
      s[0] = kUnknownDim;
      inputs.push_back(trace.Input({DType::kF32, s}, StrCat("x", inputs.size())));
    }
    Value y = (*c.layer)(inputs);
    ASSERT_TRUE(y.ok()) << y.status().message();
    Shape want = c.result;
    want[0] = kUnknownDim;
    EXPECT_EQ(y.shape(), want);
  }
}

// Of the sum of squares, by each weight and the first input: the slope between points at a small distance.
TEST(KerasLayers, GradientsAreSlopes) {
  for (const LayerCase& c : Cases()) {
    SCOPED_TRACE(c.name);
    std::vector<Value> inputs = InputsOf(c);
    (*c.layer)(inputs);
    FillWeights(*c.layer);
    auto loss = [&] { return Sum(Square((*c.layer)(inputs))); };
    const std::vector<VariablePtr> weights = Trainable(c.layer->variables());
    Tape tape;
    Value total = loss();
    std::vector<Value> gradients = tape.Gradients(total, weights);
    for (size_t k = 0; k < weights.size(); ++k) {
      ASSERT_TRUE(gradients[k].ok()) << gradients[k].status().message();
      const std::vector<double> g = gradients[k].Read()->AsDoubles();
      std::span<float> w = weights[k]->tensor().as<float>();
      for (size_t i = 0; i < w.size(); i += 1 + w.size() / 5) {
        constexpr float kStep = 1.0f / 256;
        const float was = w[i];
        w[i] = was + kStep;
        const double above = loss().Read()->AsDoubles()[0];
        w[i] = was - kStep;
        const double below = loss().Read()->AsDoubles()[0];
        w[i] = was;
        EXPECT_NEAR(g[i], (above - below) / (2.0 * kStep), 2e-3 * (1 + total.Read()->AsDoubles()[0]))
            << weights[k]->name << " " << i;
      }
    }
  }
}

TEST(KerasLayers, EmbeddingLooksUpRows) {
  Embedding embedding({.input_dim = 5, .output_dim = 3});
  Value ids = Tensor::Of<int64_t>({2, 2}, {1, 4, 0, 2});
  embedding(ids);
  FillWeights(embedding);
  Value y = embedding(ids);
  EXPECT_EQ(y.shape(), (Shape{2, 2, 3}));
  const std::vector<double> got = y.Read()->AsDoubles(), want = {0.4316047, 0.1674941, -0.1753916, 0.4272994};
  for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-6);
  EXPECT_FALSE(embedding(Value(Tensor::Of<int64_t>({1}, {5}))).ok());
  EXPECT_FALSE(Embedding({.input_dim = 5, .output_dim = 3})(InputOf({2, 2})).ok());
}

TEST(KerasLayers, MergeTheirInputs) {
  Value a = Tensor::Of<float>({1, 2}, {1, -2}), b = Tensor::Of<float>({1, 2}, {3, 5});
  auto expect = [](const Value& y, std::vector<double> want) { EXPECT_EQ(y.Read()->AsDoubles(), want); };
  expect(MergeLayer(Merge::kSubtract)({a, b}), {-2, -7});
  expect(MergeLayer(Merge::kMultiply)({a, b, b}), {9, -50});
  expect(MergeLayer(Merge::kAverage)({a, b}), {2, 1.5});
  expect(MergeLayer(Merge::kMaximum)({a, b}), {3, 5});
  expect(MergeLayer(Merge::kMinimum)({a, b}), {1, -2});
  EXPECT_FALSE(MergeLayer(Merge::kSubtract)({a, b, b}).ok());
}

TEST(KerasLayers, SpatialDropoutDropsChannels) {
  SpatialDropout dropout("SpatialDropout1D", {.rate = .5});
  EXPECT_EQ(dropout.name(), "spatial_dropout1d");
  Value x = Tensor::Of<float>({1, 3, 40}, std::vector<float>(120, 1));
  const std::vector<double> y = dropout(x, {.training = true, .step = Tensor::Scalar<int64_t>(3)}).Read()->AsDoubles();
  int kept = 0;
  for (size_t c = 0; c < 40; ++c) {
    EXPECT_TRUE(y[c] == 0 || y[c] == 2);
    EXPECT_TRUE(y[c] == y[40 + c] && y[c] == y[80 + c]);
    kept += y[c] != 0;
  }
  EXPECT_TRUE(kept > 8 && kept < 32) << kept;
}

TEST(KerasLayers, RecurrentVariablesAreKeras) {
  Bidirectional both({.units = 2});
  both(InputOf({1, 2, 2}));
  std::vector<std::string> names;
  for (const VariablePtr& v : both.variables()) names.push_back(v->name);
  EXPECT_EQ(names[0], "bidirectional/forward_lstm/lstm_cell/kernel");
  EXPECT_EQ(names[4], "bidirectional/backward_lstm/lstm_cell/recurrent_kernel");
  EXPECT_EQ(both.variables()[2]->tensor().AsDoubles(), (std::vector<double>{0, 0, 1, 1, 0, 0, 0, 0}));
}

TEST(KerasLayers, PenaltiesAreKeras) {
  Dense dense({.units = 1,
               .kernel_initializer = Constant(-2),
               .bias_initializer = Constant(1),
               .kernel_regularizer = {.l1 = .01, .l2 = .01},
               .bias_regularizer = {.l2 = .5}});
  dense(InputOf({1, 2}));
  EXPECT_NEAR(Penalty(dense.regularized()).Read()->AsDoubles()[0], .01 * 4 + .01 * 8 + .5, 1e-6);
  EXPECT_TRUE(Penalty({}).absent());
}

}  // namespace
}  // namespace slipway::train::nn
