// A file that declares the codes of a quantized op as f32 was refused: TFLite lets the op decide.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/plan_graph.h"
#include "ops/binary/binary.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {
namespace {

const Quantization kQuant{{0.5f}, {0}, 0};

// y = op(x, x or nothing), x codes of i8, y declared `declared`.
Result<std::vector<Tensor>> RunDeclared(const ops::Op& op, int operands, TensorType declared) {
  PlanGraph g;
  g.tensors.push_back({"x", TensorType(DType::kI8, {3}, kQuant)});
  g.tensors.push_back({"y", std::move(declared)});
  g.ops.push_back({op, std::vector<int>(static_cast<size_t>(operands), 0), {1}, "op"});
  g.inputs = {0};
  g.outputs = {1};
  PlanModule module;
  module.graphs.push_back(g);
  ASSIGN_OR_RETURN(auto model, Model::FromModule(module));
  ASSIGN_OR_RETURN(auto interpreter, Interpreter::Create(model));
  Tensor x = Tensor::Of<int8_t>({3}, {1, -2, 60});
  x.mutable_type().quant = kQuant;
  return interpreter->main().Run({{x}});
}

TEST(DeclaredTypes, CodesDeclaredAsFloatsStayCodes) {
  auto sum = RunDeclared(ops::Binary{}, 2, TensorType(DType::kF32, {3}, kQuant));
  ASSERT_TRUE(sum.ok()) << sum.status().message();
  EXPECT_EQ(sum->at(0).dtype(), DType::kI8);
  EXPECT_EQ(sum->at(0).AsInts(), (std::vector<int64_t>{2, -4, 120}));
}

TEST(DeclaredTypes, CodesDeclaredAsFloatsWithoutAScaleKeepTheirOperandsScale) {
  auto negative = RunDeclared(ops::Unary{.kind = ops::UnaryKind::kNeg}, 1, TensorType(DType::kF32, {3}));
  ASSERT_TRUE(negative.ok()) << negative.status().message();
  EXPECT_EQ(negative->at(0).dtype(), DType::kI8);
  EXPECT_EQ(negative->at(0).AsInts(), (std::vector<int64_t>{-1, 2, -60}));
}

TEST(DeclaredTypes, OtherContradictionsAreRefused) {
  auto sum = RunDeclared(ops::Binary{}, 2, TensorType(DType::kI32, {3}));
  ASSERT_FALSE(sum.ok());
  EXPECT_NE(sum.status().message().find("is declared i32 but is i8"), std::string::npos) << sum.status().message();
}

}  // namespace
}  // namespace slipway::interpreter
