// Groups of steps that run band by band must equal the same steps one by one, whatever lies between, and must be found
// where they should.
#include "interpreter/row_group.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "ops/binary/binary.h"
#include "ops/cast/cast.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {
namespace {

const KernelSet* const kSets[] = {&InPlaceKernels(), &OwnKernels()};
const ops::Unary kNeg{.kind = ops::UnaryKind::kNeg}, kExp{.kind = ops::UnaryKind::kExp};
const ops::Binary kAdd{.kind = ops::BinaryKind::kAdd}, kMul{.kind = ops::BinaryKind::kMul};
const ops::Reduce kMean{.kind = ops::ReduceKind::kMean, .keep_dims = true};
constexpr int64_t kRows = 211, kColumns = 80;  // a prime: the last band is a short one

std::vector<RowGroup> GroupsOf(const TestGraph& g, int threads = 1) {
  PlanModule module = g.Module();
  EXPECT_TRUE(CheckModule(module).ok());
  std::vector<Shape> shapes;
  for (int t : module.graphs[0].inputs) shapes.push_back(module.graphs[0].tensors[static_cast<size_t>(t)].type.shape);
  auto plan = BuildPlan(module, module.graphs[0], StartOf(module.graphs[0], shapes),
                        {.kernel_sets = {kSets[0], kSets[1]}, .num_threads = threads});
  EXPECT_TRUE(plan.ok()) << plan.status().message();
  return (*plan)->groups;
}

// x - mean(x), as converters write it.
int Centred(TestGraph& g, int x, int64_t axis) {
  int mean = g.Add(kMean, {x, g.Ints({axis})}, "mean");
  return g.Add(kAdd, {x, g.Add(kNeg, {mean}, "minus")}, "centred");
}

TEST(RowGroups, AChainThatStaysWithinRowsIsOne) {
  TestGraph g;
  int x = g.Input({DType::kF32, {1, kRows, kColumns}}, "x");
  g.graph.outputs = {g.Add(kExp, {Centred(g, x, 2)}, "exp")};
  std::vector<RowGroup> groups = GroupsOf(g, 3);
  ASSERT_EQ(groups.size(), 1u);
  ASSERT_EQ(groups[0].members.size(), 4u);
  using Kind = RowGroup::Place::Kind;
  const Kind results[] = {Kind::kLocal, Kind::kLocal, Kind::kLocal, Kind::kRows};
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(groups[0].members[i].result.kind, results[i]) << i;
  EXPECT_EQ(groups[0].members[0].operands[1].kind, Kind::kShared);  // the axes
  EXPECT_GE(groups[0].bands(), 4);
  EXPECT_GT(groups[0].tasks, 1);
}

TEST(RowGroups, ASumOverRowsEndsThem) {
  TestGraph g;
  int x = g.Input({DType::kF32, {kRows, kColumns}}, "x");
  g.graph.outputs = {g.Add(kExp, {Centred(g, x, 0)}, "exp")};
  std::vector<RowGroup> groups = GroupsOf(g);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].members.size(), 2u);  // x - mean, exp
}

TEST(RowGroups, ResultsThatOthersReadAreWhole) {
  TestGraph g;
  int x = g.Input({DType::kF32, {kRows, kColumns}}, "x");
  int a = g.Add(kExp, {x}, "a"), b = g.Add(kNeg, {a}, "b"), c = g.Add(kAdd, {a, b}, "c");
  int total = g.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {b, g.Ints({0, 1})}, "total");
  g.graph.outputs = {c, total};
  std::vector<RowGroup> groups = GroupsOf(g);
  ASSERT_EQ(groups.size(), 1u);
  using Kind = RowGroup::Place::Kind;
  EXPECT_EQ(groups[0].members[0].result.kind, Kind::kLocal);
  EXPECT_EQ(groups[0].members[1].result.kind, Kind::kRows);
}

// [n, m] + [n * m] where m rows of n are read as one row by all: what has one row must be there before.
TEST(RowGroups, WhatAllRowsShareIsNotMadeInTheGroup) {
  TestGraph g;
  int x = g.Input({DType::kF32, {kRows, 1}}, "x");
  int big = g.Input({DType::kF32, {kRows, kRows}}, "big");
  int a = g.Add(kExp, {x}, "a");
  int row = g.Add(ops::Reshape{}, {a, g.Ints({1, kRows})}, "row");
  g.graph.outputs = {g.Add(kNeg, {g.Add(kAdd, {big, row}, "sum")}, "negated")};
  std::vector<RowGroup> groups = GroupsOf(g);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].members.size(), 2u);
}

// What the planner looks up grows with the square of a group.
TEST(RowGroups, LongChainsAreCut) {
  TestGraph g;
  int x = g.Input({DType::kF32, {kRows, kColumns}}, "x");
  for (int i = 0; i < 1000; ++i) x = g.Add(kNeg, {x}, StrCat("negated", i));
  g.graph.outputs = {x};
  std::vector<RowGroup> groups = GroupsOf(g);
  EXPECT_EQ(groups.size(), 16u);
  for (const RowGroup& group : groups) EXPECT_LE(group.members.size(), 64u);
}

TEST(RowGroups, SmallTensorsStayAlone) {
  TestGraph g;
  int x = g.Input({DType::kF32, {16, 8}}, "x");
  g.graph.outputs = {g.Add(kNeg, {g.Add(kExp, {x}, "exp")}, "negated")};
  EXPECT_TRUE(GroupsOf(g).empty());
}

TEST(RowGroups, IntegersThatMayFailStayAlone) {
  TestGraph g;
  int x = g.Input({DType::kI32, {kRows, kColumns}}, "x");
  int quotient = g.Add(ops::Binary{.kind = ops::BinaryKind::kFloorDiv}, {x, x}, "quotient");
  g.graph.outputs = {g.Add(ops::Unary{.kind = ops::UnaryKind::kAbs}, {quotient}, "positive")};
  EXPECT_TRUE(GroupsOf(g).empty());
}

// Tensors of 211 rows in several shapes, per-row and per-column ones, with what ends groups in between.
class RandomRows {
 public:
  explicit RandomRows(uint64_t seed) : random_(StreamKey(seed, "random rows")) {
    whole_ = {g.Input({DType::kF32, {kRows, kColumns}}, "a"), g.Input({DType::kF32, {kRows, kColumns}}, "b")};
    thin_ = {g.Input({DType::kF32, {kRows, 1}}, "c")};
    vectors_ = {g.Constant(Tensor::Of<float>({kColumns}, std::vector<float>(kColumns, 0.5f)))};
    for (uint64_t n = 2 + random_.Below(25); n > 0; --n) AddOp(StrCat("op", n));
    for (uint64_t n = 1 + random_.Below(3); n > 0; --n) g.graph.outputs.push_back(Pick(whole_));
    g.graph.outputs.push_back(Pick(thin_));
  }

  TestGraph g;

 private:
  int Pick(const std::vector<int>& from) {
    uint64_t back =
        random_.Below(4) == 0 ? random_.Below(from.size()) : random_.Below(std::min<uint64_t>(3, from.size()));
    return from[from.size() - 1 - back];
  }

  void AddOp(const std::string& origin) {
    switch (random_.Below(9)) {
      case 0:
        return whole_.push_back(g.Add(kNeg, {Pick(whole_)}, origin));
      case 1:
        return whole_.push_back(g.Add(kAdd, {Pick(whole_), Pick(whole_)}, origin));
      case 2:
        return whole_.push_back(g.Add(kMul, {Pick(thin_), Pick(whole_)}, origin));
      case 3:
        return whole_.push_back(g.Add(kMul, {Pick(whole_), Pick(vectors_)}, origin));
      case 4:
        return whole_.push_back(g.Add(ops::Softmax{}, {Pick(whole_)}, origin));
      case 5:
        return thin_.push_back(g.Add(kMean, {Pick(whole_), g.Ints({1})}, origin));
      case 6:
        return thin_.push_back(g.Add(kNeg, {Pick(thin_)}, origin));
      case 7:
        return vectors_.push_back(
            g.Add(ops::Reduce{.kind = ops::ReduceKind::kMean}, {Pick(whole_), g.Ints({0})}, origin));
      default: {  // through half precision and another rank
        int half = g.Add(ops::Cast{.to = DType::kF16}, {Pick(whole_)}, origin + " half", DType::kF16);
        int twice = g.Add(kAdd, {half, half}, origin + " twice");
        int view = g.Add(ops::Reshape{}, {twice, g.Ints({1, kRows, kColumns})}, origin + " view");
        int back = g.Add(ops::Cast{.to = DType::kF32}, {view}, origin + " back", DType::kF32);
        return whole_.push_back(g.Add(ops::Reshape{}, {back, g.Ints({kRows, kColumns})}, origin));
      }
    }
  }

  RandomStream random_;
  std::vector<int> whole_, thin_, vectors_;
};

TEST(RowGroups, RandomGraphsEqualOpsOneByOne) {
  size_t groups = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomRows random(seed);
    groups += GroupsOf(random.g).size();
    auto model = Model::FromModule(random.g.Module());
    ASSERT_TRUE(model.ok()) << model.status().message();
    auto interpreter =
        Interpreter::Create(*model, {.num_threads = seed % 2 ? 3 : 1, .kernel_sets = {kSets[0], kSets[1]}});
    ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
    for (uint64_t run = 0; run < 2; ++run) {
      RandomStream numbers(StreamKey(seed * 2 + run, "numbers"));
      std::vector<Tensor> inputs = {Tensor(DType::kF32, {kRows, kColumns}), Tensor(DType::kF32, {kRows, kColumns}),
                                    Tensor(DType::kF32, {kRows, 1})};
      for (Tensor& x : inputs)
        for (float& v : x.as<float>()) v = numbers.Uniform(-1, 1);
      auto outputs = (*interpreter)->main().Run(inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status().message();
      std::vector<Tensor> expected = RunEagerly((*model)->graph(0), inputs, kSets);
      for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_TRUE(Identical(outputs->at(i), expected[i])) << "output " << i;
    }
  }
  EXPECT_GT(groups, 100u);
}

}  // namespace
}  // namespace slipway::interpreter
