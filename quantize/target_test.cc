// What a target runtime has no kernel for stays float; what only ours has is used for ours.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/graph/plan_module.h"
#include "interpreter/interpreter.h"
#include "ir/text.h"
#include "quantize/quantize.h"

namespace slipway::quantize {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using tflite::TargetRuntime;

// x -> dense layer -> `node` -> dense layer
ir::Module Around(const std::string& node, const std::string& type = "f32[2,3]") {
  return ir::ParseModule(StrCat(R"(graph "main"(%0 "x": f32[2,3]) {
  %5 = const "same" f32[3,3](1,0,0,0,1,0,0,0,1)
  %6 = const "some" f32[3,3](0.1372,0.7071,0.2113,0.3319,0.5177,1.0931,0.9153,0.1511,0.0007)
  %1 "a": f32[2,3] = FullyConnected(%0, %5, _) @"a"
  %2 = const "times" i32[2](2,1)
  %3 "b": )",
                                type, " = ", node, R"( @"b"
  %4 "y": )",
                                type, R"( = FullyConnected(%3, %5, _) @"y"
  return %4
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0)
)"))
      .value();
}

class TargetRuntimes : public ::testing::Test {
 protected:
  std::string Ops(const std::string& node, const Recipe& recipe, const std::string& type = "f32[2,3]") {
    report_ = {};
    std::vector<Sample> samples = {{0, {x_}}};
    Result<ir::Module> q = QuantizeModule(Around(node, type), recipe, samples, {}, &report_);
    if (!q.ok()) return q.status().message();
    std::string names;
    const ir::Graph& g = *q->graphs[0];
    for (ir::NodeId id : g.Order()) StrAppend(names, names.empty() ? "" : " ", g.node(id).op.name());
    module_ = std::move(*q);
    return names;
  }
  Tensor Run() {
    auto interpreter = interpreter::Interpreter::Create(*interpreter::ModelFromModule(module_), {});
    return (*(*interpreter)->main().Run(std::vector<Tensor>{x_}))[0];
  }

  Tensor x_ = Tensor::Of<float>({2, 3}, {0.1f, 0.7f, 1.5f, 2, 3, 0.4f});
  QuantizeReport report_;
  ir::Module module_;
};

TEST_F(TargetRuntimes, WhatAReleaseLacksIsAFloatIslandWithTheReason) {
  Recipe recipe{.mode = Mode::kInt16x8};
  EXPECT_EQ(Ops("Tile(%1, %2)", recipe, "f32[4,3]"), "Quantize FullyConnected Tile FullyConnected Dequantize");
  recipe.target.litert_minor = 1;
  EXPECT_EQ(Ops("Tile(%1, %2)", recipe, "f32[4,3]"),
            "Quantize FullyConnected Dequantize Tile Quantize FullyConnected Dequantize");
  EXPECT_THAT(report_.float_nodes, ElementsAre("Tile 'b': LiteRT 2.1 has no TILE for i16"));
  recipe.target = {.slipway = true};
  EXPECT_EQ(Ops("Tile(%1, %2)", recipe, "f32[4,3]"), "Quantize FullyConnected Tile FullyConnected Dequantize");
}

TEST_F(TargetRuntimes, FromCodesToCodesOlderReleasesGoByWayOfFloats) {
  Recipe recipe{.mode = Mode::kInt8, .rules = {{.name = "y", .op = "", .choice = {.mode = Mode::kInt16x8}}}};
  EXPECT_EQ(Ops("Unary{kind=Exp}(%1)", recipe), "Quantize FullyConnected Unary Quantize FullyConnected Dequantize");
  recipe.target.litert_minor = 0;
  EXPECT_EQ(Ops("Unary{kind=Exp}(%1)", recipe),
            "Quantize FullyConnected Unary Dequantize Quantize FullyConnected Dequantize");
}

TEST_F(TargetRuntimes, FewWeightsHaveTheBitsThatTheReleaseTakes) {
  auto weights = [&](int minor) {
    Recipe recipe{.mode = Mode::kInt16x8, .target = {.litert_minor = minor}};
    EXPECT_EQ(Ops("FullyConnected(%1, %6, _)", recipe),
              "Quantize FullyConnected FullyConnected FullyConnected Dequantize");
    const ir::Graph& g = *module_.graphs[0];
    for (ir::NodeId id : g.Order())
      if (g.node(id).origin == "b") return g.type(g.node(id).inputs[1]).dtype;
    return DType::kInvalid;
  };
  EXPECT_EQ(weights(1), DType::kI8);
  EXPECT_EQ(weights(2), DType::kI16);
}

TEST_F(TargetRuntimes, OwnKernelsAreForOurInterpreter) {
  Recipe recipe{.mode = Mode::kInt8};
  EXPECT_EQ(Ops("Unary{kind=Sin}(%1)", recipe),
            "Quantize FullyConnected Dequantize Unary Quantize FullyConnected Dequantize");
  recipe.target = {.slipway = true};
  for (const char* kind : {"Sin", "Cos", "Square", "Erf", "Softplus", "Softsign", "Swish", "Selu", "Rsqrt", "Neg"}) {
    std::string node = StrCat("Unary{kind=", kind, "}(%1)");
    EXPECT_EQ(Ops(node, recipe), "Quantize FullyConnected Unary FullyConnected Dequantize") << kind;
    Tensor on_codes = Run();
    Ops(node, {});
    Tensor exact = Run();
    for (size_t i = 0; i < 6; ++i) EXPECT_NEAR(on_codes.as<float>()[i], exact.as<float>()[i], 0.1f) << kind << " " << i;
  }
}

TEST_F(TargetRuntimes, WhatTheModelHadBeforeIsNamed) {
  ir::Module m = ir::ParseModule(R"(graph "main"(%0 "x": f16[3], %1 "y": f16[3]) {
  %2 "z": f16[3] = Binary{kind=Add}(%0, %1) @"sum"
  return %2
}
signature "serving_default" graph=0 inputs("x"=0, "y"=1) outputs("z"=0)
)")
                     .value();
  ASSERT_TRUE(QuantizeModule(std::move(m), {.target = {.litert_minor = 0}}, {}, {}, &report_).ok());
  EXPECT_THAT(report_.not_in_target, ElementsAre("Add 'sum': LiteRT 2.0 has no ADD for f16"));
}

}  // namespace
}  // namespace slipway::quantize
