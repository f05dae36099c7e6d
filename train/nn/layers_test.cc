// Values from Keras 3.15.1 on TensorFlow 2.21.
#include <gtest/gtest.h>

#include <cmath>

#include "train/nn/convolution.h"
#include "train/nn/core.h"
#include "train/nn/functional.h"
#include "train/nn/merging.h"
#include "train/nn/model.h"
#include "train/nn/normalization.h"
#include "train/nn/pooling.h"

namespace slipway::train::nn {
namespace {

Value M(Shape shape, std::vector<float> values) { return Tensor::Of<float>(shape, std::span<const float>(values)); }

std::vector<double> Elements(const Value& v) {
  Result<Tensor> t = v.Read();
  EXPECT_TRUE(t.ok()) << t.status().message();
  return t.ok() ? t->AsDoubles() : std::vector<double>{};
}

void ExpectNear(const Value& v, std::vector<double> want, double tolerance = 1e-6) {
  std::vector<double> got = Elements(v);
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], tolerance) << i;
}

TEST(Layers, DefaultNames) {
  EXPECT_EQ(Layer::DefaultName("Conv2D"), "conv2d");
  EXPECT_EQ(Layer::DefaultName("MaxPooling2D"), "max_pooling2d");
  EXPECT_EQ(Layer::DefaultName("BatchNormalization"), "batch_normalization");
  EXPECT_EQ(Layer::DefaultName("ReLU"), "re_lu");
  EXPECT_EQ(Layer::DefaultName("GlobalAveragePooling2D"), "global_average_pooling2d");
  EXPECT_EQ(Layer::DefaultName("DepthwiseConv2D"), "depthwise_conv2d");
  EXPECT_EQ(Layer::DefaultName("LeakyReLU"), "leaky_re_lu");
  EXPECT_EQ(Layer::DefaultName("ZeroPadding2D"), "zero_padding2d");
}

TEST(Layers, DenseComputesAndNamesItsWeights) {
  Dense dense(
      {.units = 2, .activation = "relu", .kernel_initializer = Constant(0.5), .bias_initializer = Constant(-1)});
  ExpectNear(dense(M({2, 3}, {1, 2, 3, -1, 0, 1})), {2, 2, 0, 0});
  ASSERT_EQ(dense.variables().size(), 2u);
  EXPECT_EQ(dense.variables()[0]->name, "dense/kernel");
  EXPECT_EQ(dense.variables()[0]->type(), TensorType(DType::kF32, {3, 2}));
  EXPECT_EQ(dense.variables()[1]->name, "dense/bias");
  ExpectNear(dense(M({1, 1, 3}, {1, 2, 3})), {2, 2});
  EXPECT_NE(dense(M({1, 4}, {1, 2, 3, 4})).status().message().find("layer 'dense' (Dense)"), std::string::npos);
}

TEST(Layers, BatchNormalizationTrainsAndInfers) {
  BatchNormalization bn;
  Value x = M({4, 2}, {1, 2, 3, 6, 5, 10, 7, 2});
  ExpectNear(bn(x, {.training = true}),
             {-1.3415066, -0.9044930, -0.4471688, 0.3014976, 0.4471689, 1.5074883, 1.3415066, -0.9044930});
  ASSERT_EQ(bn.variables().size(), 4u);
  EXPECT_EQ(bn.variables()[2]->name, "batch_normalization/moving_mean");
  EXPECT_FALSE(bn.variables()[2]->trainable);
  ExpectNear(Read(bn.variables()[2]), {0.04, 0.05});
  ExpectNear(Read(bn.variables()[3]), {1.04, 1.1});
  ExpectNear(bn(M({1, 2}, {1, 2})), {0.9409052, 1.8584075});
}

TEST(Layers, PoolingAndPadding) {
  Value x = M({1, 1, 5, 1}, {1, 2, 3, 4, 5});
  PoolingOptions same = {.pool_size = {1, 2}, .padding = ops::Padding::kSame};
  ExpectNear(AveragePooling2D(same)(x), {1.5, 3.5, 5});
  ExpectNear(MaxPooling2D(same)(x), {2, 4, 5});
  Value image = M({1, 2, 2, 1}, {1, 2, 3, 4});
  ExpectNear(MaxPooling2D()(image), {4});
  ExpectNear(GlobalAveragePooling2D()(image), {2.5});
  ExpectNear(GlobalMaxPooling2D({.keepdims = true})(image), {4});
  Value padded = ZeroPadding2D({.top = 1, .bottom = 0, .left = 0, .right = 1})(image);
  EXPECT_EQ(padded.shape(), (Shape{1, 3, 3, 1}));
  ExpectNear(padded, {0, 0, 0, 1, 2, 0, 3, 4, 0});
}

TEST(Layers, Convolutions) {
  // keras.ops.conv of a ramp with a filter of ones.
  std::vector<float> ramp(16);
  for (size_t i = 0; i < 16; ++i) ramp[i] = static_cast<float>(i);
  Conv2D conv({.filters = 1, .kernel_size = {3}, .kernel_initializer = Ones(), .bias_initializer = Constant(1)});
  ExpectNear(conv(M({1, 4, 4, 1}, ramp)), {46, 55, 82, 91});
  EXPECT_EQ(conv.variables()[0]->type().shape, (Shape{3, 3, 1, 1}));
  DepthwiseConv2D depthwise({.kernel_size = {2, 2}, .depth_multiplier = 2, .depthwise_initializer = Ones()});
  Value y = depthwise(M({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}));
  ExpectNear(y, {16, 16, 20, 20});
  Conv2D grouped({.filters = 4, .kernel_size = {1}, .groups = 2, .kernel_initializer = Ones()});
  ExpectNear(grouped(M({1, 1, 1, 4}, {1, 2, 3, 4})), {3, 3, 7, 7});
  EXPECT_NE(Conv2D({.filters = 3, .kernel_size = {1}, .groups = 2})(M({1, 1, 1, 4}, {1, 2, 3, 4}))
                .status()
                .message()
                .find("groups is 2"),
            std::string::npos);
}

TEST(Layers, Activations) {
  Value x = M({7}, {-2, -1, -.1f, 0, .5f, 2, 4});
  struct Row {
    const char* name;
    std::vector<double> want;
  };
  const Row rows[] = {
      {"elu", {-.8646647, -.6321205, -.0951626, 0, .5, 2, 4}},
      {"selu", {-1.5201665, -1.1113307, -.1673052, 0, .5253505, 2.101402, 4.202804}},
      {"gelu", {-.0455003, -.1586553, -.0460172, 0, .3457312, 1.9544997, 3.9998734}},
      {"silu", {-.2384058, -.2689414, -.0475021, 0, .3112297, 1.7615942, 3.928055}},
      {"mish", {-.2525015, -.3034015, -.0567886, 0, .3752452, 1.943959, 3.9974124}},
      {"softplus", {.126928, .3132617, .6443967, .6931472, .974077, 2.126928, 4.01815}},
      {"hard_sigmoid", {.1666667, .3333333, .4833333, .5, .5833333, .8333333, 1}},
      {"hard_silu", {-.3333333, -.3333333, -.0483333, 0, .2916667, 1.6666666, 4}},
      {"leaky_relu", {-.4, -.2, -.02, 0, .5, 2, 4}},
      {"relu6", {0, 0, 0, 0, .5, 2, 4}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    ExpectNear(Activate(row.name, x), row.want, 2e-6);
  }
  EXPECT_NE(Activate("rellu", x).status().message().find("did you mean 'relu'"), std::string::npos);
  // keras.layers.ReLU(max_value=3, negative_slope=0.1, threshold=1)
  ExpectNear(ReLU({.max_value = 3, .negative_slope = .1, .threshold = 1})(x), {-.3, -.2, -.11, -.1, -.05, 2, 3});
  ExpectNear(LeakyReLU()(x), {-.6, -.3, -.03, 0, .5, 2, 4});
}

TEST(Layers, DropoutIsAFunctionOfSeedNameStepAndElement) {
  Value x = M({1000}, std::vector<float>(1000, 1));
  auto run = [&](uint64_t seed, const char* name, int64_t step) {
    Dropout dropout({.rate = .25}, name);
    dropout.SetSeed(seed);
    return Elements(dropout(x, {.training = true, .step = Tensor::Scalar<int64_t>(step)}));
  };
  std::vector<double> first = run(1, "a", 0);
  int kept = 0;
  for (double v : first) {
    EXPECT_TRUE(v == 0 || std::abs(v - 4.0 / 3) < 1e-6);
    kept += v != 0;
  }
  EXPECT_NEAR(kept, 750, 45);
  EXPECT_EQ(run(1, "a", 0), first);
  EXPECT_NE(run(1, "a", 1), first);
  EXPECT_NE(run(1, "b", 0), first);
  EXPECT_NE(run(2, "a", 0), first);
  ExpectNear(Dropout({.rate = .25})(M({2}, {1, 2})), {1, 2});
  EXPECT_FALSE(Dropout({.rate = 1})(x).ok());
}

TEST(Layers, ShapesWithUnknownBatch) {
  ir::Graph graph;
  VariableTable table;
  Trace trace(graph, table);
  Value x = trace.Input({DType::kF32, {kUnknownDim, 4, 6, 2}}, "x");
  EXPECT_EQ(Flatten()(x).shape(), (Shape{kUnknownDim, 48}));
  EXPECT_EQ(ReshapeLayer({{-1, 3}})(x).shape(), (Shape{kUnknownDim, 16, 3}));
  EXPECT_FALSE(ReshapeLayer({{5, -1}})(x).ok());
  EXPECT_FALSE(ReshapeLayer({{-1, -1}})(x).ok());
  EXPECT_EQ(MergeLayer(Merge::kAdd)({x, x}).shape(), x.shape());
  EXPECT_EQ(Concatenate()({x, x, x}).shape(), (Shape{kUnknownDim, 4, 6, 6}));
  EXPECT_FALSE(MergeLayer(Merge::kAdd)({x}).ok());
}

TEST(Layers, SequentialNamesAndSummary) {
  Sequential model(
      {std::make_shared<Dense>(Dense::Options{.units = 3}), std::make_shared<Dense>(Dense::Options{.units = 2}),
       std::make_shared<Dense>(Dense::Options{.units = 2}, "head"), std::make_shared<BatchNormalization>()});
  model.SetSeed(5);
  EXPECT_TRUE(model(M({1, 4}, {1, 2, 3, 4})).ok());
  std::vector<std::string> names;
  for (const VariablePtr& v : model.variables()) names.push_back(v->name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"dense/kernel", "dense/bias", "dense_1/kernel", "dense_1/bias", "head/kernel",
                                      "head/bias", "batch_normalization/gamma", "batch_normalization/beta",
                                      "batch_normalization/moving_mean", "batch_normalization/moving_variance"}));
  EXPECT_NE(model.Summary().find("head (Dense)"), std::string::npos) << model.Summary();
  EXPECT_NE(model.Summary().find("37 weights, 33 of them trained"), std::string::npos) << model.Summary();
  Sequential twice({std::make_shared<Flatten>("a"), std::make_shared<Flatten>("a")});
  EXPECT_NE(twice(M({1, 4}, {1, 2, 3, 4})).status().message().find("two layers are called 'a'"), std::string::npos);
}

}  // namespace
}  // namespace slipway::train::nn
