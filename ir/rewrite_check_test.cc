// A rule that changes numbers is named and switched off; what cannot be judged is counted.
#include "ir/rewrite_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ir/evaluate.h"
#include "ir/rewrite.h"
#include "ir/text.h"
#include "ops/binary/binary.h"
#include "ops/unary/unary.h"

namespace slipway::ir {
namespace {

using ops::Unary;
using ops::UnaryKind;
using testing::HasSubstr;

// The function of a Unary of one kind put in place of another.
Result<std::optional<Patch>> Exchange(const Graph& g, NodeId id, UnaryKind from, UnaryKind to, const char* rule) {
  const auto* unary = g.node(id).op.As<Unary>();
  if (!unary || unary->kind != from) return std::nullopt;
  Patch p(g, id, rule);
  ASSIGN_OR_RETURN(ValueId y, p.Add(Unary{.kind = to}, g.node(id).inputs, g.node(id).origin));
  p.Replace(g.node(id).outputs[0], y);
  return p;
}
Result<std::optional<Patch>> SinToCos(const Graph& g, NodeId id) {
  return Exchange(g, id, UnaryKind::kSin, UnaryKind::kCos, "sin_to_cos");
}
Result<std::optional<Patch>> GeluToTanh(const Graph& g, NodeId id) {
  return Exchange(g, id, UnaryKind::kGelu, UnaryKind::kGeluTanh, "gelu_to_tanh");
}
// |x| is max(x, -x).
Result<std::optional<Patch>> AbsToMaximum(const Graph& g, NodeId id) {
  const auto* unary = g.node(id).op.As<Unary>();
  if (!unary || unary->kind != UnaryKind::kAbs) return std::nullopt;
  Patch p(g, id, "abs_to_maximum");
  ValueId x = g.node(id).inputs[0];
  ASSIGN_OR_RETURN(ValueId minus, p.Add(Unary{.kind = UnaryKind::kNeg}, {x}, "minus"));
  ASSIGN_OR_RETURN(ValueId y, p.Add(ops::Binary{.kind = ops::BinaryKind::kMaximum}, {x, minus}, "maximum"));
  p.Replace(g.node(id).outputs[0], y);
  return p;
}
constexpr Rule kRules[] = {{"sin_to_cos", SinToCos}, {"gelu_to_tanh", GeluToTanh}, {"abs_to_maximum", AbsToMaximum}};

Module Parse(const std::string& body) {
  return ParseModule(StrCat("graph \"main\"(%0 \"x\": f32[?,3]) {\n", body, "}\n")).value();
}

TEST(RewriteCheckTest, OnlyTheRuleThatChangesNumbersIsSwitchedOff) {
  Module m = Parse(R"(  %1 "a": f32[?,3] = Unary{kind=Sin}(%0) @"a"
  %2 "b": f32[?,3] = Unary{kind=Abs}(%1) @"b"
  %3 "c": f32[?,3] = Unary{kind=Sin}(%2) @"c"
  return %3
)");
  RewriteStats stats;
  ASSERT_TRUE(RunRules(*m.graphs[0], kRules, &stats, {.check = true}).ok());
  ASSERT_EQ(stats.changed.size(), 1u);
  EXPECT_EQ(stats.changed[0].rule, "sin_to_cos");
  EXPECT_EQ(stats.changed[0].origin, "a");
  EXPECT_THAT(stats.changed[0].difference, HasSubstr("a number moved by"));
  EXPECT_EQ(stats.fired, (std::map<std::string, int>{{"abs_to_maximum", 1}}));
  EXPECT_EQ(stats.checked, 2);
}

TEST(RewriteCheckTest, AnApproximationIsNoRounding) {
  Module m = Parse("  %1 \"y\": f32[?,3] = Unary{kind=Gelu}(%0) @\"y\"\n  return %1\n");
  RewriteStats stats;
  ASSERT_TRUE(RunRules(*m.graphs[0], kRules, &stats, {.check = true}).ok());
  EXPECT_EQ(stats.changed.size(), 1u);
}

TEST(RewriteCheckTest, WithoutTheCheckRulesFireAsTheyAre) {
  Module m = Parse("  %1 \"y\": f32[?,3] = Unary{kind=Sin}(%0) @\"y\"\n  return %1\n");
  RewriteStats stats;
  ASSERT_TRUE(RunRules(*m.graphs[0], kRules, &stats).ok());
  EXPECT_EQ(stats.fired.at("sin_to_cos"), 1);
}

TEST(RewriteCheckTest, WhatHangsOnAnInputOfUnknownRankIsNotJudged) {
  Module m =
      ParseModule(
          "graph \"main\"(%0 \"x\": f32[*]) {\n  %1 \"y\": f32[*] = Unary{kind=Sin}(%0) @\"y\"\n  return %1\n}\n")
          .value();
  RewriteStats stats;
  ASSERT_TRUE(RunRules(*m.graphs[0], kRules, &stats, {.check = true}).ok());
  EXPECT_EQ(stats.unchecked, 1);
  EXPECT_EQ(stats.fired.at("sin_to_cos"), 1);
}

// relu is min(relu, 6) as long as nothing is above 6, and drawn inputs are not.
Result<std::optional<Patch>> ReluToRelu6(const Graph& g, NodeId id) {
  return Exchange(g, id, UnaryKind::kRelu, UnaryKind::kRelu6, "relu_to_relu6");
}

TEST(RewriteCheckTest, SamplesShowWhatDrawnInputsDoNot) {
  constexpr Rule kRelu[] = {{"relu_to_relu6", ReluToRelu6}};
  const char* text = R"(graph "main"(%0 "x": f32[?,2], %1 "unused": f32[1]) {
  %2 "y": f32[?,2] = Unary{kind=Relu}(%0) @"y"
  return %2
}
signature "serving_default" graph=0 inputs("unused"=1, "x"=0) outputs("y"=0)
)";
  Module drawn = ParseModule(text).value(), sampled = ParseModule(text).value();
  RewriteStats by_drawn, by_samples;
  ASSERT_TRUE(RunRules(drawn, kRelu, &by_drawn, {.check = true}).ok());
  EXPECT_EQ(by_drawn.fired.at("relu_to_relu6"), 1);
  RewriteOptions options{.check = true};
  options.samples.push_back({0, {Tensor::Of<float>({1}, {0}), Tensor::Of<float>({1, 2}, {1, 2})}});
  options.samples.push_back({0, {Tensor::Of<float>({1}, {0}), Tensor::Of<float>({1, 2}, {1, 9})}});
  ASSERT_TRUE(RunRules(sampled, kRelu, &by_samples, options).ok());
  ASSERT_EQ(by_samples.changed.size(), 1u);
  EXPECT_EQ(by_samples.changed[0].rule, "relu_to_relu6");
  EXPECT_EQ(by_samples.changed[0].difference, "a number moved by 3, the largest is 9");
}

// Doubles x until it is 10 at least; the sine behind the loop hangs on what comes out.
constexpr char kLoop[] = R"(graph "main"(%0 "x": f32[]) {
  %1 "twice": f32[] = While{cond_graph=1 body_graph=2}(%0) @"loop"
  %2 "y": f32[] = Unary{kind=Sin}(%1) @"y"
  return %2
}
graph "cond"(%0 "x": f32[]) {
  %1 = const "ten" f32[](10)
  %2 "less": bool[] = Compare{kind=Less}(%0, %1) @"less"
  return %2
}
graph "body"(%0 "x": f32[]) {
  %1 "next": f32[] = Binary(%0, %0) @"next"
  return %1
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0)
)";

TEST(RewriteCheckTest, WhatComesOfALoopIsKnownInAModule) {
  Module m = ParseModule(kLoop).value();
  RewriteStats stats;
  RewriteOptions options{.check = true};
  options.samples.push_back({0, {Tensor::Scalar(3.0f)}});
  ASSERT_TRUE(RunRules(m, kRules, &stats, options).ok());
  EXPECT_EQ(stats.unchecked, 0);
  ASSERT_EQ(stats.changed.size(), 1u);
  EXPECT_EQ(stats.changed[0].origin, "y");
  Tensor x[] = {Tensor::Scalar(3.0f)};
  auto y = EvaluateTensors(*m.graphs[0], x, nullptr, &m);
  ASSERT_TRUE(y.ok()) << y.status().message();
  EXPECT_FLOAT_EQ(y->at(0).as<float>()[0], std::sin(12.0f));
}

TEST(RewriteCheckTest, ARewriteOfTheModuleThatChangesNumbersIsUndone) {
  // Puts the body in the place of the loop: right for a loop of one round only.
  auto one_round = [](Module& m, RewriteStats*) -> Result<int> {
    Graph& g = *m.graphs[0];
    NodeId id = g.first();
    Patch p(g, id, "one_round");
    ValueId x = g.node(id).inputs[0];
    ASSIGN_OR_RETURN(ValueId y, p.Add(ops::Binary{}, {x, x}, "next"));
    p.Replace(g.node(id).outputs[0], y);
    RETURN_IF_ERROR(p.Apply(g));
    Patch::RemoveStateful(g, id);
    return 1;
  };
  Module m = ParseModule(kLoop).value();
  RewriteOptions options{.check = true};
  options.samples.push_back({0, {Tensor::Scalar(6.0f)}});  // one round
  RewriteStats right, wrong;
  EXPECT_EQ(RunRule(m, "one_round", one_round, &right, options).value(), 1);
  EXPECT_EQ(right.checked, 1);
  EXPECT_TRUE(right.changed.empty());

  m = ParseModule(kLoop).value();
  options.samples.push_back({0, {Tensor::Scalar(3.0f)}});  // two
  EXPECT_EQ(RunRule(m, "one_round", one_round, &wrong, options).value(), 0);
  ASSERT_EQ(wrong.changed.size(), 1u);
  EXPECT_EQ(wrong.changed[0].rule, "one_round");
  EXPECT_EQ(wrong.changed[0].origin, "y");
  EXPECT_EQ(ToString(m), ToString(ParseModule(kLoop).value()));
  EXPECT_EQ(RunRule(m, "one_round", one_round, &wrong, options).value(), 0) << "it is switched off";
  EXPECT_EQ(wrong.changed.size(), 1u);
}

}  // namespace
}  // namespace slipway::ir
