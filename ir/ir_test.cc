#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/evaluate.h"
#include "ir/patch.h"
#include "ir/rewrite.h"
#include "ir/text.h"
#include "ops/softmax/softmax.h"

namespace slipway::ir {
namespace {

using ::testing::HasSubstr;

const char kTwoSoftmaxes[] = R"(graph "g"(%0 "x": f32[?,3]) {
  %1 "a": f32[?,3] = Softmax(%0) @"first"
  %2 "b": f32[?,3] = Softmax{beta=2}(%1) @"second"
  return %2
}
)";

TEST(Text, PrintsWhatItParses) {
  auto g = ParseGraph(kTwoSoftmaxes);
  ASSERT_TRUE(g.ok()) << g.status().message();
  EXPECT_EQ(ToString(**g), kTwoSoftmaxes);
  EXPECT_TRUE(Verify(**g).ok());
}

TEST(Text, ModulesWithVariablesSignaturesAndStrangeNames) {
  Module m;
  m.variables.push_back({"w/\"quoted\"", TensorType(DType::kF32, {2}), Tensor::Of<float>({2}, {0.1f, -1e-30f}), true});
  Graph& g = m.AddGraph("f");
  ValueId x = g.AddInput(TensorType(DType::kF32, {2}), "x (raw), {new}");
  ValueId c = g.AddConstant(Tensor::Of<std::string>({2}, {std::string("a,\"(\n\0", 6), "b"}), "names");
  g.SetOutputs({*g.Add(ops::Softmax{.beta = 0.1f}, {x}, "layer = 1"), c});
  m.signatures.push_back({"serving_default", 0, {{"x", 0}}, {{"y", 0}, {"names", 1}}});
  std::string text = ToString(m);
  auto back = ParseModule(text);
  ASSERT_TRUE(back.ok()) << back.status().message() << text;
  EXPECT_EQ(ToString(*back), text);
  EXPECT_TRUE(Identical(*back->graphs[0]->ConstantOf(back->graphs[0]->outputs()[1]), *g.ConstantOf(c)));
}

TEST(Text, ErrorsNameTheLine) {
  auto bad = ParseModule("graph \"g\"(%0 \"x\": f32[3]) {\n  %1 \"y\": f32[3] = Nothing(%0) @\"n\"\n");
  ASSERT_FALSE(bad.ok());
  EXPECT_THAT(bad.status().message(), HasSubstr("line 2"));
  EXPECT_THAT(bad.status().message(), HasSubstr("no op 'Nothing'"));
  EXPECT_THAT(ops::ParseOp("Softmax{gamma=1}").status().message(), HasSubstr("no field 'gamma'"));
}

TEST(Graph, BuildingIsChecking) {
  Graph g;
  ValueId scalar = g.AddInput(TensorType(DType::kF32, {}), "s");
  auto refused = g.Add(ops::Softmax{}, {scalar}, "dense/softmax");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.status().message(), HasSubstr("'dense/softmax': Softmax: x is a scalar"));
  EXPECT_EQ(g.num_nodes(), 0);
}

TEST(Patch, ReplacesAndSweepsWhatIsNoLongerUsed) {
  auto g = ParseGraph(kTwoSoftmaxes).value();
  NodeId second = g->Order()[1];
  Patch patch(*g, second, "merge");
  auto merged = patch.Add(ops::Softmax{.beta = 3}, {g->inputs()[0]}, "merged");
  ASSERT_TRUE(merged.ok());
  patch.Replace(g->node(second).outputs[0], *merged);
  ASSERT_TRUE(patch.Apply(*g).ok());
  EXPECT_EQ(ToString(*g), R"(graph "g"(%0 "x": f32[?,3]) {
  %1 "b": f32[?,3] = Softmax{beta=3}(%0) @"merged"
  return %1
}
)");
  EXPECT_TRUE(Verify(*g).ok());
}

TEST(Patch, RefusesAChangedTypeAndLeavesTheGraphAsItWas) {
  auto g = ParseGraph(kTwoSoftmaxes).value();
  Patch patch(*g, g->Order()[1], "cheat");
  ValueId c = patch.Constant(Tensor(DType::kF64, {1, 3}), "c");
  patch.Replace(g->outputs()[0], c);
  Status refused = patch.Apply(*g);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.message(), HasSubstr("cheat: would change 'b' from f32[?,3] to f64[1,3]"));
  EXPECT_EQ(ToString(*g), kTwoSoftmaxes);
}

TEST(Patch, ANewNodeMayReadTheValueItReplaces) {
  auto g = ParseGraph(kTwoSoftmaxes).value();
  NodeId second = g->Order()[1];
  ValueId a = g->node(second).inputs[0];
  Patch patch(*g, second, "again");
  patch.Replace(a, *patch.Add(ops::Softmax{.beta = 5}, {a}, "again"));
  ASSERT_TRUE(patch.Apply(*g).ok());
  EXPECT_TRUE(Verify(*g).ok());
  EXPECT_EQ(g->num_nodes(), 3);
}

Result<std::optional<Patch>> Flip(const Graph& g, NodeId id) {
  const auto* s = g.node(id).op.As<ops::Softmax>();
  if (!s) return std::optional<Patch>();
  Patch p(g, id, "flip");
  ASSIGN_OR_RETURN(ValueId v, p.Add(ops::Softmax{.beta = s->beta == 1 ? 2.0f : 1.0f}, {g.node(id).inputs[0]}, "f"));
  p.Replace(g.node(id).outputs[0], v);
  return std::optional<Patch>(std::move(p));
}

TEST(Rewrite, RulesThatUndoEachOtherAreNamed) {
  auto g = ParseGraph(kTwoSoftmaxes).value();
  Rule rules[] = {{"flip", Flip}};
  RewriteStats stats;
  Status s = RunRules(*g, rules, &stats);
  ASSERT_FALSE(s.ok());
  EXPECT_THAT(s.message(), HasSubstr("flip"));
}

TEST(Evaluate, RunsTheReferencesAndChecksInputs) {
  auto g = ParseGraph(kTwoSoftmaxes).value();
  auto y = EvaluateTensors(*g, std::vector<Tensor>{Tensor::Of<float>({1, 3}, {1, 2, 3})});
  ASSERT_TRUE(y.ok());
  EXPECT_NEAR((*y)[0].as<float>()[2], 0.572157f, 1e-5);
  EXPECT_FALSE(EvaluateTensors(*g, std::vector<Tensor>{Tensor::Of<float>({3}, {1, 2, 3})}).ok());
}

}  // namespace
}  // namespace slipway::ir
