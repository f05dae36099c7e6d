// The search for a mix of modes, with budgets that depend on which operators are on codes.
#include "quantize/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text.h"
#include "ops/cases.h"
#include "ops/fully_connected/fully_connected.h"

namespace slipway::quantize {
namespace {

using ::testing::ElementsAre;

// Three dense layers, the first one's result moved on its way.
ir::Module ThreeLayers() {
  ir::Module m;
  ir::Graph& g = m.AddGraph("main");
  ir::ValueId x = g.AddInput(TensorType(DType::kF32, {2, 4}), "x");
  for (const char* name : {"a", "b", "c"}) {
    Tensor w = ops::MakeOperand(ops::Rand({4, 4}), 7 + name[0]);
    x = *g.Add(ops::FullyConnected{}, {x, g.AddConstant(w, "w"), ir::ValueId::kNone}, name);
  }
  g.SetOutputs({x});
  m.signatures.push_back({.key = "s", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"y", 0}}});
  return m;
}

// "a=i8 b=i16 c=f32"
std::string Types(const ir::Module& m) {
  std::string text;
  const ir::Graph& g = *m.graphs[0];
  for (ir::NodeId id : g.Order())
    if (const ir::Node& n = g.node(id); n.op.Is<ops::FullyConnected>())
      StrAppend(text, text.empty() ? "" : " ", n.origin, "=", g.type(n.outputs[0]).dtype);
  return text;
}

bool Has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

class SearchTest : public ::testing::Test {
 protected:
  // `drop` and `noise` of Types().
  Result<SearchResult> Find(const std::function<double(const std::string&)>& drop, const Recipe& recipe) {
    std::vector<Sample> samples;
    for (int i = 0; i < 4; ++i) samples.push_back({0, {ops::MakeOperand(ops::Rand({2, 4}, -3, 3), 100 + i)}});
    QuantizeReport report;
    Mode modes[] = {Mode::kInt8, Mode::kInt16x8};
    auto quantizer = Quantizer::Create(ThreeLayers(), recipe, modes, samples, {}, &report);
    EXPECT_TRUE(quantizer.ok()) << quantizer.status().message();
    SearchOptions options{.max_drop = 0.1,
                          .drop = [&](const ir::Module& m) -> Result<double> { return drop(Types(m)); },
                          .noise = [&](const ir::Module& m) -> Result<double> {
                            std::string t = Types(m);
                            return (Has(t, "a=i8") ? 0.2 : 0) + (Has(t, "b=i8") ? 0.5 : 0) + (Has(t, "c=i8") ? 0.1 : 0);
                          },
                          .progress = [&](const std::string&, int64_t, int64_t) { return ++steps_ != stop_at_; }};
    return Search(*quantizer, recipe, options);
  }
  int64_t steps_ = 0, stop_at_ = -1;
};

TEST_F(SearchTest, NothingIsSparedWhereTheBudgetHolds) {
  auto found = Find([](const std::string&) { return 0.05; }, {.mode = Mode::kInt8});
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_TRUE(found->holds);
  EXPECT_EQ(found->spared.size(), 0u);
  EXPECT_EQ(Types(found->module), "a=i8 b=i8 c=i8");
}

TEST_F(SearchTest, TheOperatorThatMattersGetsTheNearestMilderMode) {
  auto found = Find([](const std::string& t) { return Has(t, "b=i8") ? 1.0 : 0.0; }, {.mode = Mode::kInt8});
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_TRUE(found->holds);
  EXPECT_EQ(Types(found->module), "a=i8 b=i16 c=i8");
  ASSERT_EQ(found->spared.size(), 1u);
  EXPECT_EQ(found->spared[0].op, "FULLY_CONNECTED");
  EXPECT_EQ(found->spared[0].name, "b");
  EXPECT_EQ(found->spared[0].noise, 0.5);
  EXPECT_EQ(found->drop_of_base, 1);
  EXPECT_EQ(found->candidates, 3);
}

// a is less sensitive than b and c more than it looks: b and a come first, and b goes back.
TEST_F(SearchTest, WhatNeedNotBeSparedGoesBack) {
  auto found = Find([](const std::string& t) { return Has(t, "a=i8") ? 1.0 : 0.0; }, {.mode = Mode::kInt8});
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_EQ(Types(found->module), "a=i16 b=i8 c=i8");
}

TEST_F(SearchTest, AMilderModeIsTakenWhereTheNearestDoesNotHelp) {
  auto found = Find([](const std::string& t) { return Has(t, "b=f32") ? 0.0 : 1.0; }, {.mode = Mode::kInt8});
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_EQ(Types(found->module), "a=i8 b=f32 c=i8");
  ASSERT_EQ(found->spared.size(), 1u);
  EXPECT_EQ(found->spared[0].mode, Mode::kFloat16);
}

TEST_F(SearchTest, RulesOfTheUserStay) {
  Recipe recipe{.mode = Mode::kInt8, .rules = {{.name = "b", .choice = {Mode::kInt8}}}};
  auto found = Find([](const std::string& t) { return Has(t, "b=i8") ? 1.0 : 0.0; }, recipe);
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_FALSE(found->holds);
  EXPECT_EQ(found->drop, 1) << "the least that was found";
}

TEST_F(SearchTest, TheRecipeGivesTheSameModel) {
  auto found =
      Find([](const std::string& t) { return Has(t, "b=i8") || Has(t, "c=i8") ? 1.0 : 0.0; }, {.mode = Mode::kInt8});
  ASSERT_TRUE(found.ok()) << found.status().message();
  EXPECT_EQ(Types(found->module), "a=i8 b=i16 c=i16");
  std::vector<std::string> rules;
  for (const Rule& r : found->recipe.rules) rules.push_back(StrCat(r.name, " ", r.op, " ", ModeName(r.choice.mode)));
  EXPECT_THAT(rules, ElementsAre("b FULLY_CONNECTED int16x8", "c FULLY_CONNECTED int16x8"));
}

TEST_F(SearchTest, StopsWhenAsked) {
  stop_at_ = 3;
  auto found = Find([](const std::string&) { return 1.0; }, {.mode = Mode::kInt8});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.status().kind(), ErrorKind::kCancelled);
  EXPECT_EQ(steps_, 3);
}

}  // namespace
}  // namespace slipway::quantize
