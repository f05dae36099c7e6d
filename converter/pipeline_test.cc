// Each rewrite on a small graph: which ops are left, and that the numbers stay.
#include "converter/pipeline.h"
#include "converter/legality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>

#include <cmath>
#include <limits>

#include "converter/passes/passes.h"
#include "ir/evaluate.h"
#include "ir/text.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/batch_norm/batch_norm.h"
#include "ops/batch_to_space_nd/batch_to_space_nd.h"
#include "ops/binary/binary.h"
#include "ops/cases.h"
#include "ops/cast/cast.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/expand_dims/expand_dims.h"
#include "ops/fake_quant/fake_quant.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/identity/identity.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/pack/pack.h"
#include "ops/pad/pad.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/scatter_nd/scatter_nd.h"
#include "ops/shape_of/shape_of.h"
#include "ops/space_to_batch_nd/space_to_batch_nd.h"
#include "ops/squeeze/squeeze.h"
#include "ops/strided_slice/strided_slice.h"
#include "ops/transpose/transpose.h"
#include "ops/transpose_conv/transpose_conv.h"
#include "ops/unary/unary.h"

namespace slipway::converter {
namespace {

using ir::ValueId;
using ops::Binary;
using ops::BinaryKind;
using ops::FilterLayout;
using ops::Padding;
using ops::Unary;
using ops::UnaryKind;

// Builds one graph, keeps how it evaluated at first, and compares after rewriting.
class Rewritten {
 public:
  Rewritten() { module_.AddGraph("g"); }
  ir::Graph& g() { return *module_.graphs[0]; }
  ir::Module& module() { return module_; }

  ValueId Input(Shape shape) { return g().AddInput(TensorType(DType::kF32, shape), "x"); }
  ValueId Random(Shape shape, double lo = -1, double hi = 1) {
    uint64_t seed = seed_++;
    return g().AddConstant(ops::MakeOperand(ops::Rand(shape, lo, hi), seed), StrCat("c", seed));
  }
  ValueId Scalar(float v) { return g().AddConstant(Tensor::Scalar(v), "s"); }
  ValueId Ints(std::initializer_list<int64_t> v, DType t = DType::kI32) {
    return g().AddConstant(Tensor::Vector(std::span<const int64_t>(v.begin(), v.size()), t), "i");
  }
  ValueId Add(ops::Op op, std::vector<ValueId> inputs) {
    auto v = g().Add(std::move(op), std::move(inputs), StrCat("node", seed_++));
    EXPECT_TRUE(v.ok()) << v.status().message();
    return *v;
  }

  // Runs both stages on inputs of this shape; the names of the ops that are left, in order.
  std::string Run(ValueId y, std::vector<Shape> inputs) {
    g().SetOutputs({y});
    for (size_t i = 0; i < inputs.size(); ++i) feeds_.push_back(ops::MakeOperand(ops::Rand(inputs[i]), 100 + i));
    Tensor before = Evaluate();
    ir::RewriteStats stats;
    ir::RewriteOptions options{.verify = true};
    Status s = Simplify(module_, &stats, options);
    EXPECT_TRUE(s.ok()) << s.message();
    s = MakeLegal(module_, &stats, options);
    EXPECT_TRUE(s.ok()) << s.message();
    ExpectNear(before, Evaluate());
    std::string names;
    for (ir::NodeId id : g().Order()) StrAppend(names, names.empty() ? "" : " ", ops::ToString(g().node(id).op));
    return names;
  }

  static void ExpectNear(const Tensor& a, const Tensor& b) {
    ASSERT_EQ(ToString(a.shape()), ToString(b.shape()));
    std::vector<double> x = a.AsDoubles(), y = b.AsDoubles();
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_NEAR(x[i], y[i], 1e-5 * std::max(1.0, std::abs(x[i]))) << "element " << i;
  }

 private:
  Tensor Evaluate() {
    for (size_t i = variables_.size(); i < module_.variables.size(); ++i)
      variables_.push_back(module_.variables[i].value);  // rewriting lets go of them
    auto y = ir::EvaluateTensors(g(), feeds_, &variables_);
    EXPECT_TRUE(y.ok()) << y.status().message();
    return y.ok() ? (*y)[0] : Tensor();
  }
  ir::Module module_;
  std::vector<Tensor> feeds_, variables_;
  uint64_t seed_ = 1;
};

ValueId Norm(Rewritten& r, ValueId x, int64_t channels) {
  return r.Add(ops::BatchNorm{},
               {x, r.Random({channels}), r.Random({channels}), r.Random({channels}), r.Random({channels}, 0.5, 2)});
}

TEST(Pipeline, ConvBiasBatchNormReluBecomesOneConv) {
  Rewritten r;
  ValueId x = r.Input({-1, 6, 6, 3});
  ValueId conv = r.Add(ops::Conv2D{.padding = Padding::kSame}, {x, r.Random({3, 3, 3, 5}), ValueId::kNone});
  ValueId biased = r.Add(Binary{}, {conv, r.Random({5})});
  ValueId y = r.Add(Unary{.kind = UnaryKind::kRelu6}, {Norm(r, biased, 5)});
  EXPECT_EQ(r.Run(y, {{2, 6, 6, 3}}), "Conv2D{padding=SAME activation=RELU6 layout=TFLITE}");
}

TEST(Pipeline, ARescaledInputGoesIntoTheWeightsOfTheFirstLayer) {
  Rewritten r;
  ValueId x = r.Add(Binary{.kind = BinaryKind::kMul}, {r.Input({-1, 6, 6, 3}), r.Scalar(0.0625f)});
  ValueId conv = r.Add(ops::Conv2D{.padding = Padding::kSame}, {x, r.Random({3, 3, 3, 5}), r.Random({5})});
  EXPECT_EQ(r.Run(conv, {{2, 6, 6, 3}}), "Conv2D{padding=SAME layout=TFLITE}");
}

TEST(Pipeline, ARescaledInputThatIsReadTwiceStays) {
  Rewritten r;
  ValueId x = r.Add(Binary{.kind = BinaryKind::kMul}, {r.Input({1, 6, 6, 3}), r.Scalar(0.0625f)});
  ValueId conv = r.Add(ops::Conv2D{.padding = Padding::kSame}, {x, r.Random({3, 3, 3, 3}), r.Random({3})});
  ValueId sum = r.Add(Binary{}, {conv, x});
  EXPECT_EQ(r.Run(sum, {{1, 6, 6, 3}}), "Binary{kind=Mul} Conv2D{padding=SAME layout=TFLITE} Binary");
}

TEST(Pipeline, DepthwiseWithMultiplierTakesTheBatchNorm) {
  Rewritten r;
  ValueId x = r.Input({1, 5, 5, 3});
  ValueId conv = r.Add(ops::DepthwiseConv2D{.padding = Padding::kSame}, {x, r.Random({3, 3, 3, 2}), ValueId::kNone});
  EXPECT_EQ(r.Run(Norm(r, conv, 6), {{1, 5, 5, 3}}), "DepthwiseConv2D{padding=SAME layout=TFLITE}");
}

TEST(Pipeline, TransposeConvTakesTheBatchNorm) {
  Rewritten r;
  ValueId x = r.Input({1, 3, 3, 2});
  ValueId conv = r.Add(ops::TransposeConv{.stride_h = 2, .stride_w = 2, .padding = Padding::kSame},
                       {r.Ints({1, 6, 6, 4}), r.Random({3, 3, 4, 2}), x, ValueId::kNone});
  EXPECT_THAT(r.Run(Norm(r, conv, 4), {{1, 3, 3, 2}}), ::testing::StartsWith("TransposeConv{"));
}

TEST(Pipeline, ABatchNormAloneBecomesMultiplyAndAdd) {
  Rewritten r;
  EXPECT_EQ(r.Run(Norm(r, r.Input({-1, 4}), 4), {{3, 4}}), "Binary{kind=Mul} Binary");
}

TEST(Pipeline, ABatchNormAfterAReluStaysApart) {
  Rewritten r;
  ValueId conv = r.Add(ops::Conv2D{}, {r.Input({1, 4, 4, 2}), r.Random({1, 1, 2, 3}), r.Random({3})});
  ValueId y = Norm(r, r.Add(Unary{.kind = UnaryKind::kRelu}, {conv}), 3);
  EXPECT_EQ(r.Run(y, {{1, 4, 4, 2}}), "Conv2D{activation=RELU layout=TFLITE} Binary{kind=Mul} Binary");
}

TEST(Pipeline, AConvThatIsReadTwiceKeepsItsBatchNormApart) {
  Rewritten r;
  ValueId conv = r.Add(ops::Conv2D{}, {r.Input({1, 4, 4, 2}), r.Random({1, 1, 2, 3}), r.Random({3})});
  ValueId y = r.Add(Binary{}, {conv, Norm(r, conv, 3)});
  EXPECT_EQ(r.Run(y, {{1, 4, 4, 2}}), "Conv2D{layout=TFLITE} Binary{kind=Mul} Binary Binary");
}

TEST(Pipeline, WhatIsAddedToADenseLayersInputGoesIntoItsBias) {
  Rewritten r;
  ValueId x = r.Input({2, 4}), w = r.Random({4, 3});
  ValueId shifted = r.Add(Binary{BinaryKind::kAdd}, {r.Random({4}), x});
  EXPECT_EQ(r.Run(r.Add(ops::MatMul{}, {shifted, w}), {{2, 4}}), "FullyConnected");
  Rewritten two;
  ValueId first = two.Add(ops::MatMul{}, {two.Input({2, 4}), two.Random({4, 5})});
  ValueId second =
      two.Add(ops::MatMul{}, {two.Add(Binary{BinaryKind::kAdd}, {first, two.Random({5})}), two.Random({5, 3})});
  EXPECT_EQ(two.Run(two.Add(Binary{BinaryKind::kAdd}, {second, two.Random({3})}), {{2, 4}}),
            "FullyConnected FullyConnected");
  int biases = 0;
  for (ir::NodeId id : two.g().Order()) biases += two.g().node(id).inputs[2] != ValueId::kNone;
  EXPECT_EQ(biases, 1) << "the first layer's went through the second's weights";
}

TEST(Pipeline, OffsetsStayWhereOthersSeeThemOrDigitsWouldBeLost) {
  Rewritten large;
  ValueId far = large.Add(Binary{BinaryKind::kAdd}, {large.Input({2, 4}), large.Scalar(1000)});
  EXPECT_EQ(large.Run(large.Add(ops::MatMul{}, {far, large.Random({4, 3})}), {{2, 4}}), "Binary FullyConnected");
  Rewritten shared;
  ValueId sum = shared.Add(Binary{BinaryKind::kAdd}, {shared.Input({4, 4}), shared.Scalar(1)});
  ValueId product = shared.Add(ops::MatMul{}, {sum, shared.Random({4, 4})});
  EXPECT_EQ(shared.Run(shared.Add(Binary{BinaryKind::kMul}, {product, sum}), {{4, 4}}),
            "Binary FullyConnected Binary{kind=Mul}");
  Rewritten wide;  // the addend is broadcast over rows, too
  ValueId rows = wide.Add(Binary{BinaryKind::kAdd}, {wide.Input({1, 4}), wide.Random({2, 4})});
  EXPECT_EQ(wide.Run(wide.Add(ops::MatMul{}, {rows, wide.Random({4, 3})}), {{1, 4}}), "Binary FullyConnected");
  Rewritten active;
  ValueId relu = active.Add(Unary{UnaryKind::kRelu},
                            {active.Add(Binary{BinaryKind::kAdd}, {active.Input({2, 4}), active.Scalar(1)})});
  EXPECT_EQ(active.Run(active.Add(ops::MatMul{}, {relu, active.Random({4, 3})}), {{2, 4}}),
            "Binary{activation=RELU} FullyConnected");
}

TEST(Pipeline, MatMulBecomesFullyConnectedWithItsBias) {
  Rewritten r;
  ValueId product = r.Add(ops::MatMul{}, {r.Input({-1, 4}), r.Random({4, 3})});
  ValueId y = r.Add(Unary{.kind = UnaryKind::kRelu}, {r.Add(Binary{}, {r.Random({3}), product})});
  EXPECT_EQ(r.Run(y, {{2, 4}}), "FullyConnected{activation=RELU}");
}

TEST(Pipeline, MatMulOfRank3KeepsItsDimensions) {
  Rewritten r;
  ValueId y = r.Add(ops::MatMul{.transpose_b = true}, {r.Input({2, 5, 4}), r.Random({3, 4})});
  EXPECT_EQ(r.Run(y, {{2, 5, 4}}), "FullyConnected{keep_num_dims=true}");
}

TEST(Pipeline, AScalarFactorAndAddendGoIntoWeightsAndBias) {
  Rewritten r;
  ValueId conv = r.Add(ops::Conv2D{}, {r.Input({1, 4, 4, 2}), r.Random({1, 1, 2, 3}), r.Random({3})});
  ValueId y = r.Add(Binary{}, {r.Add(Binary{.kind = BinaryKind::kMul}, {conv, r.Scalar(0.5f)}), r.Scalar(2)});
  EXPECT_EQ(r.Run(y, {{1, 4, 4, 2}}), "Conv2D{layout=TFLITE}");
}

TEST(Pipeline, AnAddendThatIsNotPerChannelStays) {
  Rewritten r;
  ValueId conv = r.Add(ops::Conv2D{}, {r.Input({1, 4, 4, 2}), r.Random({1, 1, 2, 3}), r.Random({3})});
  EXPECT_EQ(r.Run(r.Add(Binary{}, {conv, r.Random({4, 1})}), {{1, 4, 4, 2}}), "Conv2D{layout=TFLITE} Binary");
}

TEST(Pipeline, PadAsKerasWritesItForStride2BecomesSame) {
  Rewritten r;
  ValueId padded = r.Add(
      ops::Pad{}, {r.Input({-1, 8, 8, 2}), r.Add(ops::Reshape{}, {r.Ints({0, 0, 0, 1, 0, 1, 0, 0}), r.Ints({4, 2})})});
  ValueId y = r.Add(ops::Conv2D{.stride_h = 2, .stride_w = 2}, {padded, r.Random({3, 3, 2, 4}), r.Random({4})});
  EXPECT_EQ(r.Run(y, {{1, 8, 8, 2}}), "Conv2D{stride_h=2 stride_w=2 padding=SAME layout=TFLITE}");
}

TEST(Pipeline, PadThatIsNotSameStays) {
  Rewritten r;
  ValueId padded = r.Add(
      ops::Pad{}, {r.Input({1, 8, 8, 2}), r.Add(ops::Reshape{}, {r.Ints({0, 0, 1, 0, 1, 0, 0, 0}), r.Ints({4, 2})})});
  ValueId y = r.Add(ops::Conv2D{.stride_h = 2, .stride_w = 2}, {padded, r.Random({3, 3, 2, 4}), r.Random({4})});
  EXPECT_THAT(r.Run(y, {{1, 8, 8, 2}}), ::testing::StartsWith("Pad Conv2D{"));
}

// As TensorFlow 1 writes dilated convolutions.
TEST(Pipeline, AConvolutionOverBlocksIsDilated) {
  auto blocked = [](Rewritten& r, int64_t crop) {
    ValueId block = r.Ints({2, 2});
    auto pairs = [&](std::initializer_list<int64_t> v) { return r.Add(ops::Reshape{}, {r.Ints(v), r.Ints({2, 2})}); };
    ValueId x = r.Add(ops::SpaceToBatchNd{}, {r.Input({-1, 7, 8, 2}), block, pairs({2, 3, 2, 2})});
    ValueId conv = r.Add(ops::Conv2D{}, {x, r.Random({3, 3, 2, 4}), ValueId::kNone});
    ValueId y = r.Add(ops::BatchToSpaceNd{}, {conv, block, pairs({0, 1, 0, crop})});
    return r.Add(Binary{}, {y, r.Random({4})});
  };
  Rewritten same, cropped;
  EXPECT_EQ(same.Run(blocked(same, 0), {{2, 7, 8, 2}}), "Conv2D{dilation_h=2 dilation_w=2 padding=SAME layout=TFLITE}");
  EXPECT_EQ(cropped.Run(blocked(cropped, 1), {{2, 7, 8, 2}}), "Pad Conv2D{dilation_h=2 dilation_w=2 layout=TFLITE}");
}

TEST(Pipeline, AConvolutionOverBlocksOfALineIsDilated) {
  Rewritten r;
  ValueId block = r.Ints({3});
  auto pair = [&](int64_t before, int64_t after) {
    return r.Add(ops::Reshape{}, {r.Ints({before, after}), r.Ints({1, 2})});
  };
  ValueId x = r.Add(ops::SpaceToBatchNd{}, {r.Input({2, 12, 2}), block, pair(6, 0)});  // causal
  ValueId conv =
      r.Add(ops::Conv2D{}, {r.Add(ops::ExpandDims{}, {x, r.Ints({1})}), r.Random({1, 3, 2, 4}), ValueId::kNone});
  ValueId y = r.Add(ops::BatchToSpaceNd{}, {r.Add(ops::Squeeze{.axes = {1}}, {conv}), block, pair(0, 0)});
  EXPECT_EQ(r.Run(y, {{2, 12, 2}}), "ExpandDims Pad Conv2D{dilation_w=3 layout=TFLITE} Squeeze{axes=[1]}");
}

TEST(Pipeline, AConvolutionOverOtherBlocksStays) {
  for (int stride : {1, 2}) {
    Rewritten r;
    ValueId none = r.Add(ops::Reshape{}, {r.Ints({0, 0, 0, 0}), r.Ints({2, 2})});
    ValueId x = r.Add(ops::SpaceToBatchNd{}, {r.Input({1, 8, 8, 2}), r.Ints({2, 2}), none});
    ValueId conv =
        r.Add(ops::Conv2D{.stride_h = stride, .stride_w = stride}, {x, r.Random({1, 1, 2, 4}), ValueId::kNone});
    ValueId y = r.Add(ops::BatchToSpaceNd{}, {conv, stride == 1 ? r.Ints({1, 2}) : r.Ints({2, 2}), none});
    EXPECT_THAT(r.Run(y, {{1, 8, 8, 2}}), testing::HasSubstr("BatchToSpaceNd"));
  }
}

TEST(Pipeline, WhatIsComputedTwiceIsShared) {
  Rewritten r;
  ValueId x = r.Input({4});
  auto twice = [&](float by) {
    return r.Add(Unary{.kind = UnaryKind::kTanh}, {r.Add(Binary{.kind = BinaryKind::kMul}, {x, r.Scalar(by)})});
  };
  ValueId sum = r.Add(Binary{}, {r.Add(Binary{}, {twice(2), twice(2)}), twice(3)});
  EXPECT_EQ(r.Run(sum, {{4}}), "Binary{kind=Mul} Unary{kind=Tanh} Binary Binary{kind=Mul} Unary{kind=Tanh} Binary");
}

TEST(Pipeline, FlattenOfAnUnknownBatchGetsAConstantShape) {
  Rewritten r;
  ValueId x = r.Input({-1, 2, 3});
  ValueId batch = r.Add(ops::StridedSlice{.shrink_axis_mask = 1},
                        {r.Add(ops::ShapeOf{}, {x}), r.Ints({0}), r.Ints({1}), r.Ints({1})});
  ValueId shape = r.Add(ops::Pack{}, {batch, r.g().AddConstant(Tensor::Scalar<int32_t>(6), "six")});
  EXPECT_EQ(r.Run(r.Add(ops::Reshape{}, {x, shape}), {{4, 2, 3}}), "Reshape");
}

TEST(Pipeline, MinimumOfMaximumIsRelu6) {
  Rewritten r;
  ValueId conv = r.Add(ops::Conv2D{}, {r.Input({1, 4, 4, 2}), r.Random({1, 1, 2, 3}), r.Random({3})});
  ValueId low = r.Add(Binary{.kind = BinaryKind::kMaximum}, {conv, r.Scalar(0)});
  EXPECT_EQ(r.Run(r.Add(Binary{.kind = BinaryKind::kMinimum}, {low, r.Scalar(6)}), {{1, 4, 4, 2}}),
            "Conv2D{activation=RELU6 layout=TFLITE}");
}

// Keras writes 0.5 x erfc(-x / sqrt 2), older models x * (0.5 * (1 + erf(x / 1.4142))).
TEST(Pipeline, GeluIsRecognised) {
  auto mul = Binary{.kind = BinaryKind::kMul};
  Rewritten keras;
  ValueId x = keras.Input({2, 8});
  ValueId minus = keras.Add(mul, {keras.Add(Unary{.kind = UnaryKind::kNeg}, {x}), keras.Scalar(0.70710678f)});
  ValueId erf = keras.Add(Unary{.kind = UnaryKind::kErf}, {minus});
  ValueId erfc = keras.Add(Binary{.kind = BinaryKind::kSub}, {keras.Scalar(1), erf});
  EXPECT_EQ(keras.Run(keras.Add(mul, {keras.Add(mul, {keras.Scalar(0.5), x}), erfc}), {{2, 8}}), "Unary{kind=Gelu}");

  Rewritten older;
  x = older.Input({2, 8});
  erf = older.Add(Unary{.kind = UnaryKind::kErf},
                  {older.Add(Binary{.kind = BinaryKind::kDiv}, {x, older.Scalar(1.41421356f)})});
  ValueId gate = older.Add(mul, {older.Add(Binary{}, {erf, older.Scalar(1)}), older.Scalar(0.5)});
  EXPECT_EQ(older.Run(older.Add(mul, {x, gate}), {{2, 8}}), "Unary{kind=Gelu}");
}

TEST(Pipeline, WhatIsNearlyGeluStays) {
  auto mul = Binary{.kind = BinaryKind::kMul};
  for (float scale : {0.7f, -0.70710678f}) {  // another width; 1 + erf(-x / sqrt 2)
    Rewritten r;
    ValueId x = r.Input({2, 8});
    ValueId erf = r.Add(Unary{.kind = UnaryKind::kErf}, {r.Add(mul, {x, r.Scalar(scale)})});
    ValueId gate = r.Add(mul, {r.Add(Binary{}, {erf, r.Scalar(1)}), r.Scalar(0.5)});
    EXPECT_THAT(r.Run(r.Add(mul, {x, gate}), {{2, 8}}), testing::HasSubstr("Erf"));
  }
}

// Keras writes x^3 as a power, others as products; some pull the factor sqrt(2 / pi) into x.
TEST(Pipeline, GeluByTanhIsRecognised) {
  auto mul = Binary{.kind = BinaryKind::kMul};
  auto gelu = [&](Rewritten& r, ValueId x, ValueId cubic) {
    ValueId gate = r.Add(Binary{}, {r.Add(Unary{.kind = UnaryKind::kTanh}, {cubic}), r.Scalar(1)});
    return r.Add(mul, {r.Add(mul, {x, r.Scalar(0.5f)}), gate});
  };
  Rewritten keras;
  ValueId x = keras.Input({2, 8});
  ValueId cube = keras.Add(Binary{.kind = BinaryKind::kPow}, {x, keras.Scalar(3)});
  ValueId sum = keras.Add(Binary{}, {x, keras.Add(mul, {cube, keras.Scalar(0.044715f)})});
  ValueId scaled = keras.Add(mul, {sum, keras.Scalar(0.79788456f)});
  EXPECT_EQ(keras.Run(gelu(keras, x, scaled), {{2, 8}}), "Unary{kind=GeluTanh}");
  EXPECT_TRUE(Refusal(FindOffenders(keras.module(), false)).ok()) << "GELU takes it as an option";

  Rewritten other;
  x = other.Input({2, 8});
  ValueId square = other.Add(mul, {other.Add(mul, {other.Scalar(0.044715f), x}), x});
  ValueId factor = other.Add(Binary{}, {other.Scalar(1), square});
  scaled = other.Add(mul, {other.Add(mul, {x, other.Scalar(0.7978845608f)}), factor});
  EXPECT_EQ(other.Run(gelu(other, x, scaled), {{2, 8}}), "Unary{kind=GeluTanh}");

  Rewritten another;  // a cubic term that GELU does not have
  x = another.Input({2, 8});
  cube = another.Add(Binary{.kind = BinaryKind::kPow}, {x, another.Scalar(3)});
  sum = another.Add(Binary{}, {x, another.Add(mul, {cube, another.Scalar(0.05f)})});
  scaled = another.Add(mul, {sum, another.Scalar(0.79788456f)});
  EXPECT_THAT(another.Run(gelu(another, x, scaled), {{2, 8}}), testing::HasSubstr("Tanh"));
}

ValueId L2Norm(Rewritten& r, ValueId x, int64_t axis, float least) {
  ValueId sum = r.Add(ops::Reduce{.kind = ops::ReduceKind::kSum, .keep_dims = true},
                      {r.Add(Unary{.kind = UnaryKind::kSquare}, {x}), r.Ints({axis})});
  ValueId bounded = r.Add(Binary{.kind = BinaryKind::kMaximum}, {sum, r.Scalar(least)});
  return r.Add(Binary{.kind = BinaryKind::kMul}, {x, r.Add(Unary{.kind = UnaryKind::kRsqrt}, {bounded})});
}

TEST(Pipeline, AnL2NormOverTheLastAxisIsRecognised) {
  Rewritten last, first, other;
  EXPECT_EQ(last.Run(L2Norm(last, last.Input({-1, 8}), -1, 1e-12f), {{2, 8}}), "L2Normalization");
  EXPECT_THAT(first.Run(L2Norm(first, first.Input({2, 8}), 0, 1e-12f), {{2, 8}}), testing::HasSubstr("Rsqrt"));
  EXPECT_THAT(other.Run(L2Norm(other, other.Input({2, 8}), 1, 1e-3f), {{2, 8}}), testing::HasSubstr("Rsqrt"));
}

// Keras adds relu(-x) times the negated slopes.
ValueId Prelu(Rewritten& r, ValueId x, ValueId alpha, BinaryKind join) {
  ValueId minus = r.Add(Unary{.kind = UnaryKind::kRelu}, {r.Add(Unary{.kind = UnaryKind::kNeg}, {x})});
  ValueId below = r.Add(Binary{.kind = BinaryKind::kMul}, {alpha, minus});
  return r.Add(Binary{.kind = join}, {r.Add(Unary{.kind = UnaryKind::kRelu}, {x}), below});
}

TEST(Pipeline, PreluIsRecognised) {
  Rewritten keras, difference, per_example;
  EXPECT_EQ(keras.Run(Prelu(keras, keras.Input({2, 3, 8}), keras.Random({1, 8}), BinaryKind::kAdd), {{2, 3, 8}}),
            "Prelu");
  EXPECT_EQ(
      difference.Run(Prelu(difference, difference.Input({2, 8}), difference.Scalar(0.25f), BinaryKind::kSub), {{2, 8}}),
      "Prelu");
  EXPECT_THAT(
      per_example.Run(Prelu(per_example, per_example.Input({2, 8}), per_example.Random({2, 8}), BinaryKind::kAdd),
                      {{2, 8}}),
      testing::HasSubstr("Relu"));
}

TEST(Pipeline, HardSwishIsRecognisedInKerasForm) {
  Rewritten r;
  ValueId x = r.Input({2, 8});
  ValueId gate = r.Add(Unary{.kind = UnaryKind::kRelu6}, {r.Add(Binary{}, {x, r.Scalar(3)})});
  ValueId sixth = r.Add(Binary{.kind = BinaryKind::kMul}, {gate, r.Scalar(1.0f / 6)});
  EXPECT_EQ(r.Run(r.Add(Binary{.kind = BinaryKind::kMul}, {x, sixth}), {{2, 8}}), "Unary{kind=HardSwish}");
}

TEST(Pipeline, TwoTransposesThatUndoEachOtherGo) {
  Rewritten r;
  ValueId x = r.Input({2, 3, 4});
  ValueId once = r.Add(ops::Transpose{}, {x, r.Ints({2, 0, 1})});
  ValueId back = r.Add(ops::Transpose{}, {once, r.Ints({1, 2, 0})});
  EXPECT_EQ(r.Run(r.Add(Unary{.kind = UnaryKind::kTanh}, {back}), {{2, 3, 4}}), "Unary{kind=Tanh}");
}

TEST(Pipeline, AnIdentityFromInputToOutputStays) {
  Rewritten r;
  EXPECT_EQ(r.Run(r.Add(ops::Identity{}, {r.Input({2})}), {{2}}), "Identity");
}

TEST(Pipeline, LongIndicesBecomeShort) {
  Rewritten r;
  ValueId y = r.Add(ops::Reshape{}, {r.Input({2, 3}), r.Ints({3, 2}, DType::kI64)});
  EXPECT_EQ(r.Run(y, {{2, 3}}), "Reshape");
  const ir::Node& n = r.g().node(r.g().first());
  EXPECT_EQ(r.g().type(n.inputs[1]).dtype, DType::kI32);
}

// Not the updates, which may be i64, too.
TEST(Pipeline, LongIndicesOfScatterNdBecomeShort) {
  Rewritten r;
  Tensor indices = Tensor::Of<int64_t>({2, 1}, {2, 0});
  ValueId shape = r.Ints({4}, DType::kI64), x = r.Input({2});
  ValueId updates = r.Add(ops::Cast{.to = DType::kI64}, {x});
  ValueId y = r.Add(ops::ScatterNd{}, {r.g().AddConstant(indices, "indices"), updates, shape});
  EXPECT_EQ(r.Run(y, {{2}}), "Cast{to=i64} ScatterNd");
  const ir::Node& n = r.g().node(r.g().Order().back());
  EXPECT_EQ(r.g().type(n.inputs[0]).dtype, DType::kI32);
  EXPECT_EQ(r.g().type(n.inputs[1]).dtype, DType::kI64);
  EXPECT_EQ(r.g().type(n.inputs[2]).dtype, DType::kI32);
}

TEST(Pipeline, FunctionsWithoutABuiltinAreWrittenWithOthers) {
  for (UnaryKind kind : {UnaryKind::kExpm1, UnaryKind::kLog1p, UnaryKind::kReciprocal, UnaryKind::kSelu,
                         UnaryKind::kSoftplus, UnaryKind::kSoftsign, UnaryKind::kSwish}) {
    SCOPED_TRACE(ops::ToString(Unary{.kind = kind}));
    Rewritten r;
    ValueId x = r.Input({3, 40});
    r.Run(r.Add(Unary{.kind = kind}, {x}), {{3, 40}});
    EXPECT_TRUE(Refusal(FindOffenders(r.module(), false)).ok());
  }
  Rewritten r;
  ValueId a = r.Input({4}), b = r.Input({4});
  ValueId zeros = r.g().AddConstant(Tensor::Of<float>({4}, {1, 0, 0, 1}), "mask");
  ValueId some_zero = r.Add(Binary{.kind = BinaryKind::kMul}, {b, zeros});
  EXPECT_EQ(r.Run(r.Add(Binary{.kind = BinaryKind::kDivNoNan}, {a, some_zero}), {{4}, {4}}),
            "Binary{kind=Mul} Compare Binary{kind=Div} Select");
  EXPECT_TRUE(Refusal(FindOffenders(r.module(), false)).ok());
}

TEST(Pipeline, LoweredFunctionsKeepTheirEnds) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  Tensor ends = Tensor::Of<float>({7}, {-inf, -200, -1e-30f, 0, 30, 200, inf});
  for (UnaryKind kind : {UnaryKind::kSelu, UnaryKind::kSoftplus}) {
    ir::Module m;
    ir::Graph& g = m.AddGraph("g");
    ValueId x = g.AddInput(ends.type(), "x");
    g.SetOutputs({*g.Add(Unary{.kind = kind}, {x}, "y")});
    auto want = ir::EvaluateTensors(g, std::span(&ends, 1));
    ir::RewriteStats stats;
    ASSERT_TRUE(Simplify(m, &stats, {.verify = true}).ok());
    auto got = ir::EvaluateTensors(g, std::span(&ends, 1));
    ASSERT_TRUE(want.ok() && got.ok());
    for (size_t i = 0; i < 7; ++i) EXPECT_FLOAT_EQ(want->at(0).as<float>()[i], got->at(0).as<float>()[i]) << i;
  }
}

TEST(Pipeline, AComputedRangeOfFakeQuantIsRefused) {
  Rewritten r;
  ValueId x = r.Input({2, 3}), hi = r.Add(Unary{.kind = UnaryKind::kSquare}, {r.Input({})});
  ValueId lo = r.Add(Unary{.kind = UnaryKind::kNeg}, {hi});
  EXPECT_THAT(r.Run(r.Add(ops::FakeQuant{}, {x, lo, hi}), {{2, 3}, {}}), testing::EndsWith("FakeQuant"));
  Status legal = Refusal(FindOffenders(r.module(), false));
  ASSERT_FALSE(legal.ok());
  EXPECT_THAT(legal.message(), testing::HasSubstr("min and max are computed"));
  EXPECT_TRUE(FindOffenders(r.module(), true).empty()) << "our own runtime takes a custom operator";
}

// What a .tflite file brings: the filter as it lies there.
TEST(Pipeline, FiltersGetTensorFlowsLayoutForASavedModel) {
  auto restored = [](ops::Op op, Shape x, Shape filter) {
    Rewritten r;
    ValueId y = r.Add(std::move(op), {r.Input(x), r.Random(filter)});
    r.g().SetOutputs({y});
    Tensor feed[] = {ops::MakeOperand(ops::Rand(x), 3)};
    Tensor before = (*ir::EvaluateTensors(r.g(), feed))[0];
    ir::RewriteStats stats;
    EXPECT_TRUE(MakeTensorFlow(r.module(), &stats, {.verify = true}).ok());
    Rewritten::ExpectNear(before, (*ir::EvaluateTensors(r.g(), feed))[0]);
    const ir::Node& n = r.g().node(r.g().value(r.g().outputs()[0]).producer);
    return StrCat(Label(n.op), " ", ToString(r.g().type(n.inputs[1])));
  };
  constexpr auto kTflite = ops::FilterLayout::kTflite;
  EXPECT_EQ(restored(ops::Conv2D{.layout = kTflite}, {1, 4, 5, 3}, {6, 2, 3, 3}), "Conv2D f32[2,3,3,6]");
  EXPECT_EQ(restored(ops::DepthwiseConv2D{.layout = kTflite}, {1, 4, 5, 3}, {1, 2, 3, 6}),
            "DepthwiseConv2D f32[2,3,3,2]");
  EXPECT_EQ(restored(ops::Conv2D{}, {1, 4, 5, 3}, {2, 3, 3, 6}), "Conv2D f32[2,3,3,6]") << "it lies so already";
}

TEST(Pipeline, VariablesThatNothingWritesAreFrozen) {
  Rewritten r;
  r.module().variables.push_back({"w", TensorType(DType::kF32, {4, 3}), ops::MakeOperand(ops::Rand({4, 3}), 9), true});
  ValueId w = r.Add(ops::ReadVariable{.variable = 0, .shape = {4, 3}}, {});
  EXPECT_EQ(r.Run(r.Add(ops::MatMul{}, {r.Input({-1, 4}), w}), {{2, 4}}), "FullyConnected");
}

TEST(Pipeline, AVariableWithoutAValueIsAnError) {
  Rewritten r;
  r.module().variables.push_back({"dense/kernel", TensorType(DType::kF32, {2}), {}, true});
  r.g().SetOutputs({r.Add(ops::ReadVariable{.variable = 0, .shape = {2}}, {})});
  ir::RewriteStats stats;
  Status s = Simplify(r.module(), &stats);
  ASSERT_FALSE(s.ok());
  EXPECT_THAT(s.message(), ::testing::HasSubstr("variable 'dense/kernel' has no value"));
}

// A dense layer on rank 3, as Keras writes it.
TEST(Pipeline, BiasAndActivationBehindAReshapeAreFused) {
  Rewritten r;
  ValueId x = r.Add(ops::Reshape{}, {r.Input({2, 3, 4}), r.Ints({6, 4})});
  ValueId y = r.Add(ops::MatMul{}, {x, r.Random({4, 5})});
  y = r.Add(ops::Reshape{}, {y, r.Ints({2, 3, 5})});
  y = r.Add(Binary{BinaryKind::kAdd}, {r.Random({5}), y});
  EXPECT_EQ(r.Run(r.Add(Unary{UnaryKind::kRelu}, {y}), {{2, 3, 4}}), "Reshape FullyConnected{activation=RELU} Reshape");
}

TEST(Pipeline, WhatIsNoChannelBehindAReshapeStays) {
  Rewritten r;
  ValueId y = r.Add(ops::MatMul{}, {r.Input({2, 4}), r.Random({4, 6})});
  y = r.Add(ops::Reshape{}, {y, r.Ints({2, 2, 3})});
  EXPECT_EQ(r.Run(r.Add(Binary{BinaryKind::kAdd}, {y, r.Random({3})}), {{2, 4}}), "FullyConnected Reshape Binary");
}

TEST(Pipeline, ARangeOfFakeQuantBecomesNumbers) {
  Rewritten r;
  ValueId y = r.Add(ops::FakeQuant{.num_bits = 4}, {r.Input({2, 3}), r.Scalar(-0.5f), r.Scalar(0.75f)});
  EXPECT_EQ(r.Run(y, {{2, 3}}), "FakeQuant{num_bits=4 min=-0.5 max=0.75}");
}

TEST(Pipeline, ARangePerChannelBecomesArithmetic) {
  Rewritten r;
  ValueId low = r.Random({3}, -1, -0.2), high = r.Random({3}, 0.2, 1);
  EXPECT_EQ(r.Run(r.Add(ops::FakeQuant{}, {r.Input({4, 3}), low, high}), {{4, 3}}),
            "Binary{kind=Maximum} Binary{kind=Minimum} Binary{kind=Sub} Binary{kind=Mul} Binary Unary{kind=Floor} "
            "Binary{kind=Mul}");
}

// An assignment has an operand and no result.
TEST(Pipeline, AssignmentsAreLeftAlone) {
  Rewritten r;
  r.module().variables.push_back({.name = "v", .type = {DType::kF32, Shape{2}}, .value = Tensor(DType::kF32, {2})});
  ValueId x = r.Input({2}), y = r.Add(Unary{UnaryKind::kAbs}, {x});
  ASSERT_TRUE(r.g().AddNode(ops::AssignVariable{.variable = 0}, {y}, "assign").ok());
  r.g().SetOutputs({y});
  ir::RewriteStats stats;
  EXPECT_TRUE(Simplify(r.module(), &stats, {.verify = true}).ok());
}

}  // namespace
}  // namespace slipway::converter
