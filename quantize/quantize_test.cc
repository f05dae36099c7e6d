// Calibration, and what each mode makes of a small graph.
#include "quantize/quantize.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "interpreter/graph/plan_module.h"
#include "interpreter/interpreter.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "ops/binary/binary.h"
#include "ops/cases.h"
#include "ops/compare/compare.h"
#include "ops/concat/concat.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fake_quant/fake_quant.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/reduce/reduce.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"
#include "quantize/trained_ranges.h"

namespace slipway::quantize {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// x -> dense + relu -> concat with x -> softmax
class SmallNet : public ::testing::Test {
 protected:
  ir::Module Build() {
    ir::Module m;
    ir::Graph& g = m.AddGraph("main");
    ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 4}), "x");
    ir::ValueId dense = *g.Add(ops::FullyConnected{.activation = ops::Activation::kRelu},
                               {x, g.AddConstant(weights_, "kernel"), g.AddConstant(bias_, "bias")}, "dense");
    ir::ValueId both = *g.Add(ops::Concat{.axis = 1}, {dense, x}, "both");
    ir::ValueId y = *g.Add(ops::Softmax{}, {both}, "softmax");
    g.SetValueName(y, "y");
    g.SetOutputs({y});
    m.signatures.push_back({.key = "serving_default", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
    return m;
  }
  std::vector<Sample> Samples(int n) {
    std::vector<Sample> samples;
    for (int i = 0; i < n; ++i) samples.push_back({0, {ops::MakeOperand(ops::Rand({2, 4}, -3, 3), 100 + i)}});
    return samples;
  }
  std::string OpsOf(const ir::Module& m) {
    std::string names;
    for (ir::NodeId id : m.graphs[0]->Order())
      StrAppend(names, names.empty() ? "" : " ", m.graphs[0]->node(id).op.name());
    return names;
  }
  Tensor Run(const ir::Module& m, const Tensor& x) {
    auto model = interpreter::ModelFromModule(m);
    auto interpreter = interpreter::Interpreter::Create(*model, {});
    auto y = (*interpreter)->main().Run(std::vector<Tensor>{x});
    EXPECT_TRUE(y.ok()) << y.status().message();
    return (*y)[0];
  }

  Tensor weights_ = ops::MakeOperand(ops::Rand({8, 4}), 1), bias_ = ops::MakeOperand(ops::Rand({8}), 2);
  QuantizeReport report_;
};

TEST_F(SmallNet, Int8QuantizesEveryNodeAndStaysNear) {
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt8}, Samples(20), {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(OpsOf(*q), "Quantize FullyConnected Concat Softmax Dequantize");
  EXPECT_EQ(report_.quantized, 3);
  EXPECT_THAT(report_.float_nodes, ElementsAre());
  const ir::Graph& g = *q->graphs[0];
  EXPECT_EQ(g.value(g.inputs()[0]).name, "x");
  EXPECT_EQ(g.value(g.outputs()[0]).name, "y");
  for (const Sample& s : Samples(5)) {
    std::vector<double> a = Run(Build(), s.inputs[0]).AsDoubles(), b = Run(*q, s.inputs[0]).AsDoubles();
    for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 0.02);
  }
}

TEST_F(SmallNet, Int16x8HasWiderActivationsAndBiases) {
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt16x8}, Samples(20), {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(OpsOf(*q), "Quantize FullyConnected Concat Softmax Dequantize");
  const ir::Graph& g = *q->graphs[0];
  for (ir::NodeId id : g.Order()) {
    const ir::Node& n = g.node(id);
    if (!n.op.Is<ops::FullyConnected>()) continue;
    EXPECT_EQ(g.type(n.inputs[0]).dtype, DType::kI16);
    EXPECT_EQ(g.type(n.inputs[1]).dtype, DType::kI16) << "few weights";
    EXPECT_EQ(g.type(n.inputs[1]).quant.scale.size(), 1u);
    EXPECT_EQ(g.type(n.inputs[2]).dtype, DType::kI64);
    EXPECT_EQ(g.type(n.outputs[0]).quant.zero_point, std::vector<int64_t>{0});
  }
  for (const Sample& s : Samples(5)) {
    std::vector<double> a = Run(Build(), s.inputs[0]).AsDoubles(), b = Run(*q, s.inputs[0]).AsDoubles();
    for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-4);
  }
}

TEST_F(SmallNet, Int16x8HasSmallWeightsWhereThereAreManyOrTheyFit) {
  auto weights = [&](Tensor w) {
    weights_ = std::move(w);
    bias_ = ops::MakeOperand(ops::Rand({weights_.shape()[0]}), 2);
    auto q = QuantizeModule(Build(), {.mode = Mode::kInt16x8}, Samples(20), {}, &report_);
    EXPECT_TRUE(q.ok()) << q.status().message();
    const ir::Graph& g = *q->graphs[0];
    for (ir::NodeId id : g.Order())
      if (g.node(id).op.Is<ops::FullyConnected>()) return g.type(g.node(id).inputs[1]);
    return TensorType();
  };
  EXPECT_EQ(weights(ops::MakeOperand(ops::Rand({2000, 4}), 1)).dtype, DType::kI8);
  TensorType fit = weights(Tensor::Of<float>({2, 4}, {1, 0, 0, 0.5f, 0, -3, 1, 2}));
  EXPECT_EQ(fit.dtype, DType::kI8);
  EXPECT_EQ(fit.quant.scale.size(), 2u) << "one per channel";
}

TEST_F(SmallNet, OperandsOfAConcatShareOneScale) {
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt8}, Samples(20), {}, &report_);
  ASSERT_TRUE(q.ok());
  const ir::Graph& g = *q->graphs[0];
  for (ir::NodeId id : g.Order()) {
    const ir::Node& n = g.node(id);
    if (n.op.name() != std::string_view("Concat")) continue;
    for (ir::ValueId v : n.inputs) EXPECT_EQ(g.type(v).quant, g.type(n.outputs[0]).quant);
  }
}

TEST_F(SmallNet, IntegerInputsAndOutputsHaveTheSignaturesNames) {
  for (DType io : {DType::kI8, DType::kU8, DType::kI16}) {
    Mode mode = io == DType::kI16 ? Mode::kInt16x8 : Mode::kInt8;
    auto q = QuantizeModule(Build(), {.mode = mode, .input_type = io, .output_type = io}, Samples(8), {}, &report_);
    ASSERT_TRUE(q.ok()) << q.status().message();
    const ir::Graph& g = *q->graphs[0];
    EXPECT_EQ(g.type(g.inputs()[0]).dtype, io);
    EXPECT_EQ(g.type(g.outputs()[0]).dtype, io);
    EXPECT_EQ(g.value(g.inputs()[0]).name, "x");
    EXPECT_EQ(g.value(g.outputs()[0]).name, "y");
  }
}

// Integer doors do not depend on what the operators behind them compute on.
TEST_F(SmallNet, DoorsOfAMixAreWhatWasAsked) {
  for (DType io : {DType::kI8, DType::kU8, DType::kI16}) {
    Recipe recipe{.mode = io == DType::kI16 ? Mode::kInt16x8 : Mode::kInt8,
                  .input_type = io,
                  .output_type = io,
                  .rules = {{.op = "FULLY_CONNECTED"}, {.op = "CONCATENATION"}, {.op = "SOFTMAX"}}};
    recipe.rules[1].choice.mode = io == DType::kI16 ? Mode::kInt8 : Mode::kInt16x8;
    auto q = QuantizeModule(Build(), recipe, Samples(8), {}, &report_);
    ASSERT_TRUE(q.ok()) << q.status().message();
    const ir::Graph& g = *q->graphs[0];
    EXPECT_EQ(g.type(g.inputs()[0]).dtype, io);
    EXPECT_EQ(g.type(g.outputs()[0]).dtype, io);
    EXPECT_EQ(g.value(g.outputs()[0]).name, "y");
    EXPECT_TRUE(ir::Verify(*q).ok()) << ir::Verify(*q).message();
    EXPECT_TRUE(wire::ExportTflite(*q).ok());
  }
}

TEST_F(SmallNet, InputsThatTheModeDoesNotHaveAreRefused) {
  auto wide = QuantizeModule(Build(), {.mode = Mode::kInt8, .input_type = DType::kI16}, Samples(1), {}, &report_);
  ASSERT_FALSE(wide.ok());
  EXPECT_THAT(wide.status().message(), HasSubstr("int16 inputs and outputs need --quantize int16x8"));
  auto narrow = QuantizeModule(Build(), {.mode = Mode::kInt16x8, .output_type = DType::kU8}, Samples(1), {}, &report_);
  ASSERT_FALSE(narrow.ok());
  EXPECT_THAT(narrow.status().message(), HasSubstr("int8 and uint8 inputs and outputs need --quantize int8"));
}

TEST_F(SmallNet, DynamicTakesOnlyLargeWeights) {
  auto none = QuantizeModule(Build(), {.mode = Mode::kDynamic}, {}, {}, &report_);
  EXPECT_EQ(report_.quantized, 0) << "32 elements are too few";
  auto q = QuantizeModule(Build(), {.mode = Mode::kDynamic, .dynamic_min_elements = 32}, {}, {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(report_.quantized, 1);
  EXPECT_EQ(OpsOf(*q), OpsOf(Build()));
}

TEST_F(SmallNet, Float16ClampsWhatIsTooLarge) {
  bias_.as<float>()[0] = 1e6f;
  auto half = QuantizeModule(Build(), {.mode = Mode::kFloat16}, {}, {}, &report_);
  ASSERT_TRUE(half.ok()) << half.status().message();
  EXPECT_EQ(report_.quantized, 2);
  EXPECT_EQ(OpsOf(*half), "Dequantize Dequantize FullyConnected Concat Softmax");
  Tensor y = Run(*half, Tensor::Of<float>({2, 4}, {0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(y.as<float>()[0], 1) << "65504 is the largest logit by far";
}

// A name, an operator and the rest, each on its own kind of numbers.
TEST_F(SmallNet, RulesMixModesAndQuantizeBetweenThem) {
  Recipe recipe{
      .mode = Mode::kNone,
      .rules = {{.name = "den*", .choice = {Mode::kInt8}}, {.op = "concatenation", .choice = {Mode::kInt16x8}}}};
  auto q = QuantizeModule(Build(), recipe, Samples(20), {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(OpsOf(*q), "Quantize FullyConnected Quantize Quantize Concat Dequantize Softmax");
  EXPECT_EQ(report_.quantized, 2);
  EXPECT_THAT(report_.warnings, ElementsAre());
  EXPECT_THAT(report_.float_nodes, ElementsAre()) << "softmax was not asked for";
  const ir::Graph& g = *q->graphs[0];
  for (ir::NodeId id : g.Order()) {
    const ir::Node& n = g.node(id);
    if (n.op.Is<ops::Concat>()) {
      EXPECT_EQ(g.type(n.outputs[0]).dtype, DType::kI16);
    } else if (n.op.Is<ops::FullyConnected>()) {
      EXPECT_EQ(g.type(n.outputs[0]).dtype, DType::kI8);
    }
  }
  for (const Sample& s : Samples(5)) {
    std::vector<double> a = Run(Build(), s.inputs[0]).AsDoubles(), b = Run(*q, s.inputs[0]).AsDoubles();
    for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 0.02);
  }
}

TEST_F(SmallNet, OneScaleForAllChannelsIfAsked) {
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt8, .per_channel = false}, Samples(20), {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  const ir::Graph& g = *q->graphs[0];
  for (ir::NodeId id : g.Order())
    if (g.node(id).op.Is<ops::FullyConnected>()) {
      EXPECT_EQ(g.type(g.node(id).inputs[1]).quant.scale.size(), 1u);
      EXPECT_EQ(g.type(g.node(id).inputs[2]).quant.scale.size(), 1u) << "of the bias";
    }
}

TEST_F(SmallNet, Int4WeightsAreMadeFloatsAgain) {
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt4, .dynamic_min_elements = 32}, {}, {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(OpsOf(*q), "Dequantize FullyConnected Concat Softmax");
  EXPECT_EQ(report_.quantized, 1);
  const ir::Graph& g = *q->graphs[0];
  const TensorType& stored = g.type(g.node(g.first()).inputs[0]);
  EXPECT_EQ(stored.dtype, DType::kI4);
  EXPECT_EQ(stored.quant.scale.size(), 8u);
  // The same as a float model whose weights are what 15 codes can say.
  float* w = weights_.as<float>().data();
  for (size_t row = 0; row < 8; ++row)
    for (size_t i = 0; i < 4; ++i)
      w[row * 4 + i] = std::round(w[row * 4 + i] / stored.quant.scale[row]) * stored.quant.scale[row];
  Tensor x = Samples(1)[0].inputs[0];
  std::vector<double> a = Run(Build(), x).AsDoubles(), b = Run(*q, x).AsDoubles();
  for (size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-6);
}

TEST_F(SmallNet, RulesThatDecideNothingAreNamed) {
  Recipe recipe{.rules = {{.name = "dens", .choice = {Mode::kInt8}},
                          {.op = "FULLY_CONNECTED", .choice = {Mode::kFloat16}},
                          {.name = "dense", .choice = {Mode::kInt8}},
                          {.op = "Softmax", .choice = {Mode::kDynamic}}}};
  auto q = QuantizeModule(Build(), recipe, Samples(2), {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report_.warnings,
              ElementsAre("rule 1 (name 'dens') names no operator of the model (did you mean 'dense'?)",
                          "rule 3 (name 'dense') decides nothing: earlier rules name the same operators",
                          "rule 4 (op Softmax) quantizes nothing"));
}

TEST_F(SmallNet, OperatorsThatDoNotExistAreRefused) {
  auto q = QuantizeModule(Build(), {.rules = {{.op = "SOFTMAKS", .choice = {Mode::kInt8}}}}, {}, {}, &report_);
  ASSERT_FALSE(q.ok());
  EXPECT_THAT(q.status().message(), HasSubstr("there is no operator 'SOFTMAKS' (did you mean 'SOFTMAX'?)"));
}

TEST_F(SmallNet, UsersKnowRangesBetter) {
  Recipe recipe{.mode = Mode::kInt8, .ranges = {{"dense*", {0, 51}}, {"nothing", {0, 1}}}};
  auto q = QuantizeModule(Build(), recipe, Samples(4), {}, &report_);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report_.warnings, ElementsAre(HasSubstr("no tensor is named 'nothing'")));
  const ir::Graph& g = *q->graphs[0];
  for (ir::NodeId id : g.Order())
    if (g.node(id).op.Is<ops::FullyConnected>()) {
      // With the concatenation's other operand, whose samples go down to -3.
      EXPECT_NEAR(g.type(g.node(id).outputs[0]).quant.scale[0], 54.0f / 255, 0.01);
    }
  recipe.ranges = {{"dense*", {1, -1}}};
  auto refused = QuantizeModule(Build(), recipe, Samples(4), {}, &report_);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.status().message(), HasSubstr("'dense*' is no range: from 1 to -1"));
}

TEST(Recipe, NamesFitPatterns) {
  EXPECT_TRUE(FitsName("a*c", "abbc"));
  EXPECT_TRUE(FitsName("*x[1]*", "net/x[1]/y")) << "brackets are letters";
  EXPECT_TRUE(FitsName("?b*", "ab"));
  EXPECT_TRUE(FitsName("*a*b", "aab;ab"));
  EXPECT_FALSE(FitsName("a*c", "abcd"));
  EXPECT_FALSE(FitsName("a?", "a"));
  EXPECT_FALSE(FitsName("", "a"));
}

TEST(Recipe, ModesHaveNames) {
  EXPECT_EQ(*ModeFromName("none"), Mode::kNone);
  EXPECT_EQ(*ModeFromName(ModeName(Mode::kInt16x8)), Mode::kInt16x8);
  EXPECT_EQ(ModeFromName("int16").status().message(),
            "there is no mode 'int16' (did you mean 'int8'?); expected float32, dynamic, float16, int8, int16x8, int4");
}

TEST_F(SmallNet, InfiniteWeightsStayFloat) {
  weights_.as<float>()[3] = kInfinity;
  weights_.as<float>()[4] = std::nanf("");
  auto dynamic = QuantizeModule(Build(), {.mode = Mode::kDynamic, .dynamic_min_elements = 1}, {}, {}, &report_);
  ASSERT_TRUE(dynamic.ok());
  EXPECT_EQ(report_.quantized, 0);
}

TEST_F(SmallNet, ASampleThatIsNotFiniteIsNamed) {
  std::vector<Sample> samples = Samples(3);
  samples[1].inputs[0].as<float>()[2] = kInfinity;
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt8}, samples, {}, &report_);
  ASSERT_FALSE(q.ok());
  EXPECT_THAT(q.status().message(), HasSubstr("'x' is NaN or infinite for sample 1"));
}

TEST_F(SmallNet, NoSamplesIsAnError) {
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt8}, {}, {}, &report_);
  ASSERT_FALSE(q.ok());
  EXPECT_THAT(q.status().message(), HasSubstr("representative data"));
}

TEST_F(SmallNet, ASampleOfAnotherShapeIsNamed) {
  std::vector<Sample> samples = Samples(2);
  samples[1].inputs[0] = Tensor(DType::kF32, {2, 5});
  auto q = QuantizeModule(Build(), {.mode = Mode::kInt8}, samples, {}, &report_);
  ASSERT_FALSE(q.ok());
  EXPECT_THAT(q.status().message(), HasSubstr("sample 1"));
}

// x[0, 3] is reached by every sample and has no element that says how large it is.
// Two branches, a table; the sample takes one branch.
ir::Module Branches() {
  return ir::ParseModule(R"(table "words" string[1]("a") i64[1](1)
graph "main"(%0 "c": bool[], %1 "x": f32[1,4], %2 "w": string[2]) {
  %3 "y": f32[1,4] = If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[1,4]]}(%0, %1) @"y"
  %4 = const "none" i64[](-1)
  %5 "found": i64[2] = TableFind(%2, %4) @"found"
  return %3, %5
}
graph "then"(%0 "x": f32[1,4]) {
  %1 = const "k" f32[4,4](1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7)
  %2 "both": f32[1,4] = FullyConnected(%0, %1, _) @"then/dense"
  return %2
}
graph "else"(%0 "x": f32[1,4]) {
  %1 = const "k" f32[4,4](1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7)
  %2 "both": f32[1,4] = FullyConnected(%0, %1, _) @"else/dense"
  return %2
}
signature "serving_default" graph=0 inputs("c"=0, "w"=2, "x"=1) outputs("found"=1, "y"=0)
)")
      .value();
}

// LiteRT reads past the end of a lone scale.
TEST(QuantizeModule, DynamicDepthwiseWeightsAlwaysHaveAScalePerChannel) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {1, 4, 4, 3}), "x");
  ir::ValueId w = g.AddConstant(ops::MakeOperand(ops::Rand({1, 3, 3, 3}), 1), "w");
  ir::ValueId b = g.AddConstant(ops::MakeOperand(ops::Rand({3}), 2), "b");
  g.SetOutputs({*g.Add(ops::DepthwiseConv2D{.layout = ops::FilterLayout::kTflite}, {x, w, b}, "y")});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  QuantizeReport report;
  Recipe recipe{.mode = Mode::kDynamic, .per_channel = false, .dynamic_min_elements = 1};
  auto q = QuantizeModule(std::move(m), recipe, {}, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  const ir::Graph& out = *q->graphs[0];
  EXPECT_EQ(out.type(out.node(out.first()).inputs[1]).dtype, DType::kI8);
  EXPECT_EQ(out.type(out.node(out.first()).inputs[1]).quant.scale.size(), 3u);
}

TEST(QuantizeModule, ABranchThatNoSampleTookStaysFloat) {
  std::vector<Sample> samples = {
      {0, {Tensor::Scalar(true), Tensor::Of<std::string>({2}, {"a", "b"}), Tensor::Of<float>({1, 4}, {1, 2, 3, 4})}}};
  QuantizeReport report;
  auto q = QuantizeModule(Branches(), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(report.quantized, 1);
  EXPECT_THAT(report.float_nodes, testing::Contains("FullyConnected 'else/dense'"));
  EXPECT_THAT(report.warnings, testing::Contains("no sample reached 2 tensors: 'x', 'both'; what makes and uses them "
                                                 "stays float"));
  EXPECT_EQ(q->tables.size(), 1u);
  EXPECT_TRUE(ir::Verify(*q).ok()) << ir::Verify(*q).message();
}

// The operators that a graph of one unary function becomes.
std::string OpsOfQuantized(ops::UnaryKind kind, Mode mode) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("main");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2}), "x");
  ir::ValueId a = *g.Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {x}, "a");
  g.SetOutputs({*g.Add(ops::Unary{.kind = kind}, {a}, "y")});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  std::vector<Sample> samples = {{0, {Tensor::Of<float>({2}, {-1, 2})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = mode}, samples, {}, &report);
  EXPECT_TRUE(q.ok()) << q.status().message();
  std::string names;
  for (ir::NodeId id : q->graphs[0]->Order()) StrAppend(names, q->graphs[0]->node(id).op.name(), " ");
  return names;
}

TEST(QuantizeModule, WhatHasNoIntegerKernelIsAFloatIsland) {
  EXPECT_EQ(OpsOfQuantized(ops::UnaryKind::kExp, Mode::kInt16x8), "Quantize Unary Unary Dequantize ");
  EXPECT_EQ(OpsOfQuantized(ops::UnaryKind::kSqrt, Mode::kInt8), "Quantize Unary Unary Dequantize ");
  EXPECT_EQ(OpsOfQuantized(ops::UnaryKind::kSqrt, Mode::kInt16x8), "Unary Unary ");
  // LiteRT's fails the run where a code stands for 0.
  EXPECT_EQ(OpsOfQuantized(ops::UnaryKind::kRsqrt, Mode::kInt8), "Unary Unary ");
}

// The names of the operators of a graph of a quantized module.
std::string OpsIn(const ir::Graph& g) {
  std::string names;
  for (ir::NodeId id : g.Order()) StrAppend(names, g.node(id).op.name(), " ");
  return names;
}

TEST(QuantizeModule, FewLightOperatorsBetweenFloatsStayFloat) {
  auto ops = [](const char* first, std::vector<Rule> rules) {
    std::string text = StrCat(R"(graph "g"(%0 "x": f32[1,4]) {
  %1 = const "k" f32[4,4](1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7)
  %2 = const "b" f32[4](1,2,3,4)
  %3 "first": f32[1,4] = )",
                              first, R"( @"first"
  %4 "sum": f32[1,4] = Binary(%3, %0) @"sum"
  %5 "y": f32[1,4] = Unary{kind=Sin}(%4) @"y"
  return %5
}
signature "s" graph=0 inputs("x"=0) outputs("y"=0)
)");
    std::vector<Sample> samples = {{0, {Tensor::Of<float>({1, 4}, {-1, 2, 0.5f, 1})}}};
    QuantizeReport report;
    auto q = QuantizeModule(ir::ParseModule(text).value(), {.mode = Mode::kInt8, .rules = std::move(rules)}, samples,
                            {}, &report);
    EXPECT_TRUE(q.ok()) << q.status().message();
    return OpsIn(*q->graphs[0]);
  };
  EXPECT_EQ(ops("Unary{kind=Neg}(%0)", {}), "Unary Binary Unary ");
  EXPECT_EQ(ops("Unary{kind=Abs}(%0)", {}), "Unary Binary Unary ");
  EXPECT_EQ(ops("FullyConnected(%0, %1, %2)", {}), "Quantize FullyConnected Binary Dequantize Unary ");
  EXPECT_EQ(ops("Unary{kind=Neg}(%0)", {{.name = "sum", .choice = {.mode = Mode::kInt8}}}),
            "Unary Quantize Quantize Binary Dequantize Unary ");
}

// The state goes from round to round through a dense layer; another one is only added to it.
TEST(QuantizeModule, WhatARoundOfALoopStartsFromStaysFloat) {
  ir::Module m = ir::ParseModule(R"(graph "main"(%0 "x": f32[1,4], %1 "h": f32[1,4]) {
  %2 = const "zero" i32[](0)
  %3 "loop": i32[], %4 "loop:1": f32[1,4], %5 "loop:2": f32[1,4] = While{cond_graph=1 body_graph=2 shapes=[[],[1,4],[1,4]]}(%2, %0, %1) @"loop"
  return %5
}
graph "cond"(%0 "i": i32[], %1 "x": f32[1,4], %2 "h": f32[1,4]) {
  %3 = const "n" i32[](3)
  %4 "less": bool[] = Compare{kind=Less}(%0, %3) @"less"
  return %4
}
graph "body"(%0 "i": i32[], %1 "x": f32[1,4], %2 "h": f32[1,4]) {
  %3 = const "one" i32[](1)
  %4 = const "k" f32[4,4](1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7)
  %5 = const "b" f32[4](1,2,3,4)
  %6 "next": i32[] = Binary(%0, %3) @"next"
  %7 "of x": f32[1,4] = FullyConnected(%1, %4, %5) @"of x"
  %8 "of h": f32[1,4] = FullyConnected(%2, %4, %5) @"of h"
  %9 "sum": f32[1,4] = Binary(%7, %8) @"sum"
  %10 "new": f32[1,4] = Unary{kind=Tanh}(%9) @"new"
  return %6, %1, %10
}
signature "s" graph=0 inputs("h"=1, "x"=0) outputs("y"=0)
)")
                     .value();
  std::vector<Sample> samples = {
      {0, {Tensor::Of<float>({1, 4}, {0, 0, 0, 0}), Tensor::Of<float>({1, 4}, {-1, 2, 0, 1})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(report.quantized, 0);
  EXPECT_THAT(report.float_nodes,
              ElementsAre("While 'loop'", HasSubstr("'of x'"),
                          "FullyConnected 'of h': rounding would add up, round by round of the loop",
                          HasSubstr("'sum'"), HasSubstr("'new'")));
}

// As trained, whatever the mode's codes would do to it.
TEST(QuantizeModule, FakeQuantsStayInInt16x8) {
  ir::Module m = ir::ParseModule(R"(graph "g"(%0 "x": f32[2]) {
  %1 "a": f32[2] = FakeQuant{min=-1 max=1}(%0) @"a"
  %2 "y": f32[2] = Unary{kind=Abs}(%1) @"y"
  return %2
}
signature "s" graph=0 inputs("x"=0) outputs("y"=0)
)")
                     .value();
  std::vector<Sample> samples = {{0, {Tensor::Of<float>({2}, {-1, 2})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt16x8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report.float_nodes, testing::Contains(HasSubstr("'a'")));
}

// Attention: scores, and a mask made of a flag. Codes over the 1e9 of the mask would make all scores equal.
std::vector<double> MaskedAttention(Mode mode) {
  const char* text = R"(graph "g"(%0 "keys": f32[2,3], %1 "flags": f32[1,3]) {
  %2 = const "down" f32[](-1e9)
  %8 = const "same" f32[3,3](1,0,0,0,1,0,0,0,1)
  %9 "scores": f32[2,3] = FullyConnected(%0, %8, _) @"scores"
  %3 "mask": f32[1,3] = Binary{kind=Mul}(%1, %2) @"mask"
  %4 "masked": f32[2,3] = Binary{kind=Add}(%9, %3) @"masked"
  %5 "moved": f32[3,2] = Reshape{shape=[3,2]}(%4) @"moved"
  %6 "back": f32[2,3] = Reshape{shape=[2,3]}(%5) @"back"
  %7 "y": f32[2,3] = Softmax(%6) @"softmax"
  return %7
}
signature "s" graph=0 inputs("keys"=0, "flags"=1) outputs("y"=0)
)";
  std::vector<Sample> samples = {
      {0, {Tensor::Of<float>({2, 3}, {1, 2, 3, -3, 1, 0.5f}), Tensor::Of<float>({1, 3}, {0, 0, 1})}}};
  QuantizeReport report;
  auto q = QuantizeModule(ir::ParseModule(text).value(), {.mode = mode}, samples, {}, &report);
  EXPECT_TRUE(q.ok()) << q.status().message();
  if (mode != Mode::kNone) {
    EXPECT_THAT(report.float_nodes, ElementsAre(HasSubstr("'mask'"))) << "its integers would overflow";
  }
  auto interpreter = interpreter::Interpreter::Create(*interpreter::ModelFromModule(*q), {});
  auto y = (*interpreter)->main().Run(samples[0].inputs);
  EXPECT_TRUE(y.ok()) << y.status().message();
  return (*y)[0].AsDoubles();
}

TEST(QuantizeModule, MasksLeaveScoresTheirCodes) {
  std::vector<double> want = MaskedAttention(Mode::kNone), i8 = MaskedAttention(Mode::kInt8),
                      i16 = MaskedAttention(Mode::kInt16x8);
  for (size_t i = 0; i < want.size(); ++i) {
    EXPECT_NEAR(i8[i], want[i], 0.03);
    EXPECT_NEAR(i16[i], want[i], 3e-4);
  }
  EXPECT_LT(i16[2], 1e-4);
}

// A few of many numbers are far away: all methods but minmax find them too dear.
TEST(QuantizeModule, CalibrationChoosesTheRange) {
  std::vector<float> numbers(200000);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = std::sin(static_cast<float>(i));
  numbers[7] = 5;
  std::vector<Sample> samples = {{0, {Tensor::Of<float>({200000}, std::span<const float>(numbers))}}};
  const char* text = R"(graph "g"(%0 "x": f32[200000]) {
  %1 "y": f32[200000] = Unary{kind=Abs}(%0) @"y"
  return %1
}
signature "s" graph=0 inputs("x"=0) outputs("y"=0)
)";
  using Kind = CalibrationMethod::Kind;
  std::map<Kind, float> scale;
  for (Kind kind : {Kind::kMinMax, Kind::kPercentile, Kind::kMse, Kind::kKl}) {
    QuantizeReport report;
    Recipe recipe{.mode = Mode::kInt8, .calibration = {kind, 99}};
    auto q = QuantizeModule(ir::ParseModule(text).value(), recipe, samples, {}, &report);
    ASSERT_TRUE(q.ok()) << q.status().message();
    ASSERT_EQ(report.tensors.size(), 2u);
    EXPECT_EQ(report.tensors[0].name, "x");
    EXPECT_EQ(report.tensors[0].seen.max, 5);
    scale[kind] = report.tensors[0].quant.scale[0];
  }
  EXPECT_NEAR(scale[Kind::kMinMax], 6.0f / 255, 1e-4);
  EXPECT_NEAR(scale[Kind::kPercentile], 2.0f / 255, 3e-4);
  EXPECT_LT(scale[Kind::kMse], 5.9f / 255);
  EXPECT_LT(scale[Kind::kKl], 5.9f / 255);
  QuantizeReport report;
  auto refused = QuantizeModule(ir::ParseModule(text).value(),
                                {.mode = Mode::kInt8, .calibration = {Kind::kPercentile, 0}}, samples, {}, &report);
  EXPECT_THAT(refused.status().message(), HasSubstr("the percentile is 0"));
}

TEST(QuantizeModule, TensorsOfOneNumberAreNamed) {
  ir::Module m = ir::ParseModule(R"(graph "g"(%0 "x": f32[2], %1 "z": f32[2]) {
  %2 "y": f32[2] = Binary{kind=Add}(%0, %1) @"y"
  return %2
}
signature "s" graph=0 inputs("x"=0, "z"=1) outputs("y"=0)
)")
                     .value();
  std::vector<Sample> samples;
  for (float x : {3.0f, 4.0f})
    samples.push_back({0, {Tensor::Of<float>({2}, {x, x + 1}), Tensor::Of<float>({2}, {7, 7})}});
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report.warnings,
              ElementsAre("the samples show one number only, and codes can tell no more than it "
                          "from 0, in 1 tensor: 'z'",
                          "fewer than half of the codes are left, for they must reach 0, in 2 tensors: 'x', 'y'"));
  EXPECT_TRUE(report.tensors[0].LacksZero());
  EXPECT_FLOAT_EQ(report.tensors[0].quant.scale[0], 5.0f / 255) << "widened to contain 0";
}

// One signature assigns what the other reads.
TEST(QuantizeModule, AVariableIsReadInTheRangeOfWhatIsAssigned) {
  ir::Module m = ir::ParseModule(R"(variable "v" f32[2](0.5,-0.25)
graph "read"() {
  %0 "v": f32[2] = ReadVariable{shape=[2]}() @"read"
  %1 "y": f32[2] = Unary{kind=Abs}(%0) @"abs"
  return %1
}
graph "write"(%0 "x": f32[2]) {
  AssignVariable(%0) @"assign"
  return %0
}
signature "read" graph=0 inputs() outputs("y"=0)
signature "write" graph=1 inputs("x"=0) outputs("x"=0)
)")
                     .value();
  std::vector<Sample> samples = {{0, {}}, {1, {Tensor::Of<float>({2}, {3, -8})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt16x8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  const ir::Graph& g = *q->graphs[0];
  for (ir::NodeId id : g.Order())
    if (g.node(id).op.Is<ops::Unary>()) {
      EXPECT_FLOAT_EQ(g.type(g.node(id).inputs[0]).quant.scale[0], 8.0f / 32767);
    }
}

// A file with a variable is read, quantized and written, and what one call assigns the next one reads.
TEST(QuantizeModule, FilesWithVariablesKeepTheirState) {
  ir::Module m = ir::ParseModule(R"(variable "v" f32[2](0.5,-0.25)
graph "step"(%0 "x": f32[2]) {
  %1 "v": f32[2] = ReadVariable{shape=[2]}() @"read"
  %2 "sum": f32[2] = Binary{kind=Add}(%1, %0) @"sum"
  AssignVariable(%2) @"assign"
  return %2
}
signature "step" graph=0 inputs("x"=0) outputs("sum"=0)
)")
                     .value();
  auto file = wire::ExportTflite(m);
  ASSERT_TRUE(file.ok()) << file.status().message();
  std::vector<Sample> samples;
  for (int i = 0; i < 8; ++i) samples.push_back({0, {Tensor::Of<float>({2}, {0.5f, -0.25f})}});
  for (Mode mode : {Mode::kInt8, Mode::kInt16x8}) {
    QuantizeReport report;
    auto q = Quantize(*file, {.mode = mode}, samples, {}, &report);
    ASSERT_TRUE(q.ok()) << q.status().message();
    EXPECT_EQ(report.quantized, 1);
    auto back = wire::ImportTflite(*q);
    ASSERT_TRUE(back.ok()) << back.status().message();
    auto interpreter = interpreter::Interpreter::Create(*interpreter::ModelFromModule(*back), {});
    interpreter::Runner* runner = *(*interpreter)->SignatureRunner("step");
    for (float want : {1.0f, 1.5f, 2.0f}) {
      auto y = runner->Run(std::vector<Tensor>{Tensor::Of<float>({2}, {0.5f, -0.25f})});
      ASSERT_TRUE(y.ok()) << y.status().message();
      EXPECT_NEAR((*y)[0].as<float>()[0], want, 0.05);
      EXPECT_NEAR((*y)[0].as<float>()[1], -want / 2, 0.05);
    }
  }
}

// 0 / 0 between finite numbers, and a model that is asked for NaN.
TEST(QuantizeModule, WhatIsNotFiniteStaysFloatAndIsNamed) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2}), "x");
  ir::ValueId root = *g.Add(ops::Unary{.kind = ops::UnaryKind::kLog}, {x}, "root");
  ir::ValueId y = *g.Add(ops::Unary{.kind = ops::UnaryKind::kRelu}, {root}, "y");
  ir::ValueId z = *g.Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {x}, "z");
  g.SetOutputs({y, z});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}, {"z", 1}}});
  std::vector<Sample> samples = {{0, {Tensor::Of<float>({2}, {0, 2})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report.float_nodes, ElementsAre(HasSubstr("'root'"), HasSubstr("'y'"), HasSubstr("'z'")));
  EXPECT_THAT(report.warnings, testing::Contains(HasSubstr("'root' is NaN or infinite for sample 0")));
}

// The places of pixels; the layer before them is quantized all the same.
TEST(QuantizeModule, WhatWholeNumbersAreMadeOfStaysFloat) {
  ir::Module m = ir::ParseModule(R"(graph "g"(%0 "x": f32[1,2]) {
  %1 = const "w" f32[2,2](1,0.5,-0.5,1)
  %2 "layer": f32[1,2] = FullyConnected(%0, %1) @"layer"
  %3 = const "size" f32[](5)
  %4 "place": f32[1,2] = Binary{kind=Mul}(%2, %3) @"place"
  %5 "pixel": f32[1,2] = Unary{kind=Floor}(%4) @"pixel"
  %6 "between": f32[1,2] = Binary{kind=Sub}(%4, %5) @"between"
  return %6
}
signature "s" graph=0 inputs("x"=0) outputs("y"=0)
)")
                     .value();
  std::vector<Sample> samples = {{0, {Tensor::Of<float>({1, 2}, {0.3f, 0.9f})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report.float_nodes, ElementsAre(HasSubstr("'place'"), HasSubstr("'pixel'"), HasSubstr("'between'")));
  EXPECT_EQ(report.quantized, 1);
}

// A maximum begins with the lowest float: a scale for that is none for the others.
TEST(QuantizeModule, StandInsForInfinityHaveNoCodes) {
  ir::Module m = ir::ParseModule(R"(graph "g"(%0 "x": f32[1,2]) {
  %1 = const "lowest" f32[2](-3.4e38,1)
  %2 "both": f32[1,2] = Binary{kind=Maximum}(%0, %1) @"both"
  %3 = const "w" f32[2,2](1,0.5,-0.5,1)
  %4 "y": f32[1,2] = FullyConnected(%2, %3, _) @"y"
  return %4
}
signature "s" graph=0 inputs("x"=0) outputs("y"=0)
)")
                     .value();
  std::vector<Sample> samples = {{0, {Tensor::Of<float>({1, 2}, {-1, 2})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_THAT(report.float_nodes, ElementsAre(HasSubstr("'both'")));
  EXPECT_EQ(report.quantized, 1);
}

// LiteRT's comparisons of codes abort where a scale is 1 or more.
TEST(QuantizeModule, ComparisonsOfLargeNumbersStayFloat) {
  for (float largest : {100.f, 1000.f}) {
    ir::Module m;
    ir::Graph& g = m.AddGraph("main");
    ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2}), "x");
    ir::ValueId zero = g.AddConstant(Tensor::Scalar(0.f), "zero");
    g.SetOutputs({*g.Add(ops::Compare{.kind = ops::CompareKind::kGreater}, {x, zero}, "y")});
    m.signatures.push_back({.key = "serving_default", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
    std::vector<Sample> samples = {{0, {Tensor::Of<float>({2}, {-largest, largest})}}};
    QuantizeReport report;
    auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
    ASSERT_TRUE(q.ok()) << q.status().message();
    EXPECT_EQ(report.quantized, largest == 100.f ? 1 : 0);
    for (int i = 0; i < q->graphs[0]->num_values(); ++i) {
      const Quantization& quant = q->graphs[0]->type(static_cast<ir::ValueId>(i)).quant;
      if (!quant.empty()) {
        EXPECT_LT(quant.scale[0], 1);
      }
    }
  }
}

// Nothing tells what codes would have to cover once there are elements.
TEST(QuantizeModule, TensorsWithoutElementsStayFloat) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {0, 3}), "x");
  auto y = g.Add(ops::Unary{.kind = ops::UnaryKind::kRelu}, {x}, "y");
  ASSERT_TRUE(y.ok());
  g.SetOutputs({*y});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  std::vector<Sample> samples = {{.signature = 0, .inputs = {Tensor(DType::kF32, {0, 3})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(report.quantized, 0);
}

Choices Int8Everywhere(const ir::Module& m) {
  std::vector<std::string> warnings;
  return Choose(m, {.mode = Mode::kInt8}, &warnings);
}

// x -> relu -> fake quant -> relu: the first relu's range was trained, whatever the samples show.
TEST(QuantizeModule, RangesOfQuantizationAwareTrainingCount) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 3}), "x");
  auto a = g.Add(ops::Unary{.kind = ops::UnaryKind::kTanh}, {x}, "a");
  auto b = g.Add(ops::FakeQuant{.min = -2, .max = 3.1f}, {*a}, "b");
  auto y = g.Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {*b}, "y");
  g.SetOutputs({*y});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  auto taken = TakeTrainedRanges(m, Int8Everywhere(m));
  ASSERT_TRUE(taken.ok()) << taken.status().message();
  ASSERT_EQ(taken->size(), 1u);
  EXPECT_EQ((*taken)[0].value, *a);
  EXPECT_NEAR((*taken)[0].range.min, -2, 0.02);
  EXPECT_NEAR((*taken)[0].range.max, 3.1, 0.02);
  Quantization q = ActivationQuant((*taken)[0].range);
  EXPECT_NEAR(q.scale[0], 5.1f / 255, 1e-7);
  for (ir::NodeId id : g.Order()) EXPECT_FALSE(g.node(id).op.Is<ops::FakeQuant>());
}

// x is concatenated with what has another range, and added to y in its own: only the concatenation requantizes it.
TEST(QuantizeModule, ATrainedRangeIsKeptBesideAConcatenation) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 3}), "x"),
              y = g.AddInput(TensorType(DType::kF32, {2, 3}), "y");
  auto a = g.Add(ops::FakeQuant{.min = -2, .max = 2}, {x}, "a");
  auto sum = g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {*a, y}, "sum");
  auto b = g.Add(ops::FakeQuant{.min = -6, .max = 6}, {*sum}, "b");
  auto both = g.Add(ops::Concat{.axis = 1}, {*a, *b}, "both");
  g.SetOutputs({*both});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}, {"y", 1}}, .outputs = {{"both", 0}}});
  std::vector<Sample> samples = {{0, {ops::MakeOperand(ops::Rand({2, 3}), 1), ops::MakeOperand(ops::Rand({2, 3}), 2)}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  std::map<std::string, float> scales;
  for (ir::NodeId id : q->graphs[0]->Order()) {
    const ir::Node& n = q->graphs[0]->node(id);
    EXPECT_FALSE(n.op.Is<ops::FakeQuant>());
    for (ir::ValueId v : n.inputs)
      if (const auto& quant = q->graphs[0]->type(v).quant; !quant.empty())
        scales[std::string(n.op.name()) + q->graphs[0]->value(v).name] = quant.scale[0];
  }
  EXPECT_FLOAT_EQ(scales["Binaryx/quantize"], 4.0f / 255);
  EXPECT_FLOAT_EQ(scales["Concatx/requantize"], 12.0f / 255);
  EXPECT_FLOAT_EQ(scales["Concatsum"], 12.0f / 255);
}

// Half precision of what a rounding is made of would move numbers to the next step.
TEST(QuantizeModule, ConstantsThatWholeNumbersAreMadeOfStayFloat) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2}), "x");
  ir::ValueId c = g.AddConstant(Tensor::Of<float>({2}, {0.1f, 0.2f}), "c");
  auto steps = g.Add(ops::Binary{.kind = ops::BinaryKind::kMul}, {x, c}, "steps");
  auto whole = g.Add(ops::Unary{.kind = ops::UnaryKind::kFloor}, {*steps}, "whole");
  auto y = g.Add(ops::Binary{.kind = ops::BinaryKind::kMul},
                 {*whole, g.AddConstant(Tensor::Of<float>({2}, {3, 4}), "d")}, "y");
  g.SetOutputs({*y});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kFloat16}, {}, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  EXPECT_EQ(report.quantized, 1) << "d alone";
}

// x -> dense -> square -> log -> abs: codes of small squares would all be 0.
TEST(QuantizeModule, WhatLogarithmsAreTakenOfStaysFloatUnlessNamed) {
  auto build = [](ops::UnaryKind before) {
    ir::Module m;
    ir::Graph& g = m.AddGraph("g");
    ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 3}), "x");
    auto tall = g.Add(ops::Unary{.kind = ops::UnaryKind::kRelu6}, {x}, "tall");
    auto dense =
        g.Add(ops::FullyConnected{},
              {*tall, g.AddConstant(ops::MakeOperand(ops::Rand({2, 3}), 1), "w"), ir::ValueId::kNone}, "dense");
    auto power = g.Add(ops::Unary{.kind = before}, {*dense}, "power");
    auto log = g.Add(ops::Unary{.kind = ops::UnaryKind::kLog}, {*power}, "log");
    auto y = g.Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {*log}, "y");
    g.SetOutputs({*y});
    m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
    return m;
  };
  auto left = [&](ops::UnaryKind before, const Recipe& recipe) {
    std::vector<Sample> samples = {{0, {ops::MakeOperand(ops::Rand({2, 3}, 0.5, 2), 1)}}};
    QuantizeReport report;
    EXPECT_TRUE(QuantizeModule(build(before), recipe, samples, {}, &report).ok());
    std::string names;
    for (const std::string& n : report.float_nodes)
      if (n.find("not worth it") == std::string::npos) StrAppend(names, names.empty() ? "" : " ", n);
    return names;
  };
  EXPECT_EQ(left(ops::UnaryKind::kExp, {.mode = Mode::kInt8}), "Exp 'power' Log 'log'")
      << "what is exponentiated may have codes";
  EXPECT_EQ(left(ops::UnaryKind::kAbs, {.mode = Mode::kInt8}), "FullyConnected 'dense' Abs 'power' Log 'log'");
  Recipe named{.mode = Mode::kInt8, .rules = {{.name = "*", .op = "", .choice = {.mode = Mode::kInt8}}}};
  EXPECT_EQ(left(ops::UnaryKind::kExp, named), "");
}

TEST(QuantizeModule, TwoTrainedRangesOfOneTensorStayTwo) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 3}), "x");
  auto a = g.Add(ops::FakeQuant{.min = -1, .max = 1}, {x}, "a"),
       b = g.Add(ops::FakeQuant{.min = -8, .max = 8}, {x}, "b");
  auto y = g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {*a, *b}, "y");
  g.SetOutputs({*y});
  auto taken = TakeTrainedRanges(m, Int8Everywhere(m));
  ASSERT_TRUE(taken.ok());
  ASSERT_EQ(taken->size(), 2u);
  EXPECT_EQ((*taken)[0].value, *a);
  EXPECT_EQ((*taken)[1].value, *b);
}

// No integer kernel waits for axes that come as data.
TEST(QuantizeModule, ReductionsOverAxesThatAreDataStayFloat) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("g");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 3}), "x"), axes = g.AddInput({DType::kI32, Shape{-1}}, "axes");
  auto y = g.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {x, axes}, "y");
  ASSERT_TRUE(y.ok());
  auto z = g.Add(ops::Unary{.kind = ops::UnaryKind::kRelu}, {x}, "z");
  g.SetOutputs({*y, *z});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}, {"axes", 1}}, .outputs = {{"y", 0}, {"z", 1}}});
  Tensor one = Tensor::Of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  std::vector<Sample> samples = {{.signature = 0, .inputs = {one, Tensor::Of<int32_t>({1}, {0})}}};
  QuantizeReport report;
  auto q = QuantizeModule(std::move(m), {.mode = Mode::kInt8}, samples, {}, &report);
  ASSERT_TRUE(q.ok()) << q.status().message();
  for (ir::NodeId id : q->graphs[0]->Order()) {
    const ir::Node& n = q->graphs[0]->node(id);
    if (!n.op.Is<ops::Reduce>()) continue;
    EXPECT_EQ(q->graphs[0]->type(n.inputs[0]).dtype, DType::kF32);
  }
}

}  // namespace
}  // namespace slipway::quantize
