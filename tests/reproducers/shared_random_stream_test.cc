// Interpreters of one model shared one stream of random numbers: a second one did not begin where LiteRT's begins.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/tflite_module.h"

namespace slipway {
namespace {

using interpreter::Interpreter;

std::shared_ptr<const interpreter::Model> Uniform(int64_t seed, int64_t seed2) {
  tflite::Model m;
  tflite::Subgraph& g = m.subgraphs.emplace_back();
  tflite::TensorInfo dims{.name = "dims"}, y{.name = "y"};
  Tensor two = Tensor::Of<int32_t>({1}, {2});
  EXPECT_TRUE(tflite::SetType(dims, two.type()).ok());
  EXPECT_TRUE(tflite::SetType(y, TensorType(DType::kF32, {2})).ok());
  dims.buffer = tflite::AddBuffer(m, two.buffer());
  g.tensors = {dims, y};
  g.outputs = {1};
  tflite::Operator op;
  op.opcode_index = tflite::AddOperatorCode(m, tflite::Builtin::RANDOM_UNIFORM, 1);
  op.inputs = {0};
  op.outputs = {1};
  tflite::OptionsWriter options(tflite::OptionsType::RandomOptions);
  options.Int(0, "seed", seed, 0, tflite::Wire::kI64);
  options.Int(1, "seed2", seed2, 0, tflite::Wire::kI64);
  tflite::SetOptions(op, *std::move(options).Finish());
  g.operators = {op};
  auto model = interpreter::Model::FromTflite(m);
  EXPECT_TRUE(model.ok()) << model.status().message();
  return *model;
}

std::vector<double> Next(Interpreter& interpreter) {
  auto y = interpreter.main().Run({});
  EXPECT_TRUE(y.ok()) << y.status().message();
  return y->at(0).AsDoubles();
}

TEST(SharedRandomStream, EachInterpreterHasItsOwn) {
  auto model = Uniform(1, 2);
  auto a = Interpreter::Create(model), b = Interpreter::Create(model);
  ASSERT_TRUE(a.ok() && b.ok());
  std::vector<double> first = Next(**a), second = Next(**a);
  EXPECT_NE(first, second);
  EXPECT_EQ(Next(**b), first);
  EXPECT_EQ(Next(**b), second);
}

TEST(SharedRandomStream, WithoutASeedTheyDiffer) {
  auto model = Uniform(0, 0);
  auto a = Interpreter::Create(model), b = Interpreter::Create(model);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_NE(Next(**a), Next(**b));
}

}  // namespace
}  // namespace slipway
