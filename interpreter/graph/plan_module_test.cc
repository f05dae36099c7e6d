#include "interpreter/graph/plan_module.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/pad/pad.h"
#include "ops/read_variable/read_variable.h"
#include "ops/softmax/softmax.h"

namespace slipway::interpreter {
namespace {

TEST(PlanModule, RunsAModuleWithSignaturesAndVariables) {
  ir::Module m;
  m.variables.push_back({.name = "bias", .type = {DType::kF32, {2}}, .value = Tensor::Of<float>({2}, {1, 2})});
  ir::Graph& g = m.AddGraph("main");
  ir::ValueId x = g.AddInput({DType::kF32, {-1, 2}}, "x");
  ir::ValueId b = *g.Add(ops::ReadVariable{.variable = 0, .dtype = DType::kF32, .shape = {2}}, {}, "bias/read");
  ir::ValueId y = *g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {x, b}, "add");
  ir::ValueId one = g.AddConstant(Tensor::Of<float>({2}, {1, 1}), "one");
  ir::ValueId next = *g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {b, one}, "next");
  ASSERT_TRUE(g.AddNode(ops::AssignVariable{.variable = 0}, {next}, "bias/assign").ok());
  g.SetOutputs({y});
  m.signatures.push_back({"serving_default", 0, {{"pixels", 0}}, {{"sum", 0}}});

  auto model = ModelFromModule(m);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  Runner* runner = *(*interpreter)->SignatureRunner("serving_default");
  EXPECT_EQ(runner->input_name(0), "pixels");
  Tensor in = Tensor::Of<float>({2, 2}, {0, 0, 10, 20});
  auto out = runner->Run(std::span(&in, 1));
  ASSERT_TRUE(out.ok()) << out.status().message();
  EXPECT_TRUE(Identical(out->at(0), Tensor::Of<float>({2, 2}, {1, 2, 11, 22})));
  out = runner->Run(std::span(&in, 1));
  EXPECT_TRUE(Identical(out->at(0), Tensor::Of<float>({2, 2}, {2, 3, 12, 23})));
  EXPECT_EQ(m.variables[0].value.as<float>()[0], 1);  // the module's own values stay
}

TEST(PlanModule, AbsentOperandsAndRemovedNodes) {
  ir::Graph g;
  ir::ValueId x = g.AddInput({DType::kF32, {2}}, "x");
  ir::ValueId padding = g.AddConstant(Tensor::Of<int32_t>({1, 2}, {1, 0}), "padding");
  ir::ValueId y = *g.Add(ops::Pad{}, {x, padding, ir::ValueId::kNone}, "pad");
  g.SetOutputs({y});
  auto model = ModelFromGraph(g);
  ASSERT_TRUE(model.ok()) << model.status().message();
  EXPECT_EQ((*model)->graph(0).ops[0].inputs[2], kAbsent);
  auto interpreter = Interpreter::Create(*model);
  Tensor in = Tensor::Of<float>({2}, {5, 6});
  auto out = (*interpreter)->main().Run(std::span(&in, 1));
  ASSERT_TRUE(out.ok()) << out.status().message();
  EXPECT_TRUE(Identical(out->at(0), Tensor::Of<float>({3}, {0, 5, 6})));
}

}  // namespace
}  // namespace slipway::interpreter
