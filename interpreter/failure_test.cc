// What a user reads when data make an op fail: the layer, the op, the element; cut where it would be too long.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/fixed_text.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "interpreter/profiler.h"
#include "interpreter/run_op.h"
#include "ops/binary/binary.h"
#include "ops/gather/gather.h"
#include "ops/parse_example/parse_example.h"
#include "ops/reshape/reshape.h"

namespace slipway::interpreter {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(FixedText, JoinsAndCuts) {
  FixedText text;
  EXPECT_TRUE(text.empty());
  text.Append("x ", 7, ' ', -2.5, ' ', Shape{2, kUnknownDim}, ' ', Shape::UnknownRank(), ' ', DType::kF32, ' ', true);
  EXPECT_EQ(text.view(), "x 7 -2.5 [2,?] [*] f32 true");
  text.Clear();
  std::string full(FixedText::kCapacity, 'a');
  text.Append(full);
  EXPECT_EQ(text.view(), full);
  text.Append("b");
  EXPECT_EQ(text.view(), full.substr(3) + "...");
  text.Append("more", 5);
  EXPECT_EQ(text.view().size(), FixedText::kCapacity);
}

class Failure : public testing::Test {
 protected:
  // lookup = table[words / divisors], wide = lookup in the shape of `shape`
  Failure() {
    int words = g_.Input({DType::kI32, {2}}, "words"), divisors = g_.Input({DType::kI32, {2}}, "divisors");
    int shape = g_.Input({DType::kI32, {2}}, "shape");
    int ratio = g_.Add(ops::Binary{.kind = ops::BinaryKind::kFloorDiv}, {words, divisors}, "ratio");
    int table = g_.Constant(Tensor(DType::kF32, {5, 2}));
    int lookup = g_.Add(ops::Gather{}, {table, ratio}, "lookup");
    g_.graph.outputs = {g_.Add(ops::Reshape{}, {lookup, shape}, "wide")};
    interpreter_ = std::move(Interpreter::Create(*Model::FromModule(g_.Module()))).value();
  }
  std::string Run(std::vector<int64_t> words, std::vector<int64_t> divisors, std::vector<int64_t> shape) {
    Tensor inputs[] = {Tensor::Vector(words), Tensor::Vector(divisors), Tensor::Vector(shape)};
    auto y = interpreter_->main().Run(inputs);
    if (y.ok()) return "";
    EXPECT_EQ(y.status().kind(), ErrorKind::kBadInput);
    return y.status().message();
  }
  void CheckAll() {
    EXPECT_EQ(Run({4, 9}, {1, 3}, {4, 1}), "");
    EXPECT_EQ(Run({4, 9}, {1, 1}, {4, 1}), "'lookup' (Gather): indices[1] = 9 is not in [0, 5)");
    EXPECT_EQ(Run({4, 9}, {1, 0}, {4, 1}), "'ratio' (FloorDiv): integer division by zero: operand 1 holds 0 at [1]");
    EXPECT_THAT(Run({0, 0}, {1, 1}, {3, 1}),
                testing::AllOf(StartsWith("'wide' (Reshape): "), HasSubstr("cannot become [3,1]")));
    EXPECT_EQ(Run({4, 9}, {1, 3}, {1, 4}), "");
  }

  TestGraph g_;
  std::unique_ptr<Interpreter> interpreter_;
};

TEST_F(Failure, NamesLayerOpAndElement) { CheckAll(); }

TEST_F(Failure, WhileObserved) {
  Profiler profiler;
  interpreter_->SetObserver(&profiler);
  CheckAll();
}

TEST(RunOpFailure, NamesOpAndElement) {
  ThreadPool pool(2);
  const KernelSet* own[] = {&OwnKernels()};
  Tensor operands[] = {Tensor(DType::kF32, {3}), Tensor::Of<int64_t>({1, 2}, {0, 3})};
  auto y = RunOp(ops::Gather{}, operands, own, pool);
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.status().message(), "Gather: indices[0,1] = 3 is not in [0, 3)");
}

// The first of many that are wrong is named, whichever thread finds one first.
TEST(RunOpFailure, NamesTheFirstExample) {
  ThreadPool pool(4);
  const KernelSet* own[] = {&OwnKernels()};
  std::vector<std::string> examples(400);
  for (size_t i = 123; i < examples.size(); i += 7) examples[i] = "?";
  ops::ParseExample op{.dense_keys = {"k"}, .dense_types = {DType::kF32}, .dense_shapes = {{1}}};
  Tensor operands[] = {Tensor::Of<std::string>({400}, std::span<const std::string>(examples)),
                       Tensor::Of<float>({1}, {1})};
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(RunOp(op, operands, own, pool).status().message(),
              "ParseExample: Could not parse example input, Index: 123");
}

TEST(RunOpFailure, LongKeysAreCut) {
  ThreadPool pool(1);
  const KernelSet* own[] = {&OwnKernels()};
  ops::ParseExample op{.dense_keys = {std::string(1000, 'k')}, .dense_types = {DType::kF32}, .dense_shapes = {{1}}};
  Tensor operands[] = {Tensor::Scalar<std::string>(""), Tensor(DType::kF32, {0})};
  auto y = RunOp(op, operands, own, pool);
  ASSERT_FALSE(y.ok());
  EXPECT_THAT(y.status().message(), testing::AllOf(StartsWith("ParseExample: Feature: kkkk"), EndsWith("kkk...")));
}

}  // namespace
}  // namespace slipway::interpreter
