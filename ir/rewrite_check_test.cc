// A rule that changes numbers is named and switched off; what cannot be judged is counted.
#include "ir/rewrite_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace slipway::ir
