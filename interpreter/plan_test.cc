#include "interpreter/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <cstring>

#include "base/random.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/memory.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/dequantize/dequantize.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/pad/pad.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {
namespace {

using testing::HasSubstr;

const ops::Unary kNeg{.kind = ops::UnaryKind::kNeg};
const ops::Binary kAdd{.kind = ops::BinaryKind::kAdd};
const TensorType kFloats(DType::kF32, {4, 8});

PlanOptions InPlace() { return {.kernel_sets = {&InPlaceKernels(), &OwnKernels()}}; }

class OneFolded final : public FoldedConstants {
 public:
  int kept = 0, found = 0;
  bool Find(int op, std::vector<Tensor>* results) override {
    if (op != op_) return false;
    ++found;
    *results = results_;
    return true;
  }
  void Keep(int op, const std::vector<Tensor>& results) override {
    ++kept;
    op_ = op;
    results_ = results;
  }

 private:
  int op_ = -1;
  std::vector<Tensor> results_;
};

class PlanTest : public testing::Test {
 protected:
  TestGraph g;

  Result<std::shared_ptr<const Plan>> Build(PlanOptions options = InPlace(), FoldedConstants* folded = nullptr) {
    module_ = g.Module();
    Status checked = CheckModule(module_);
    if (!checked.ok()) return checked;
    SegmentStart start;
    start.types.resize(g.graph.tensors.size());
    for (int t : g.graph.inputs) start.types[static_cast<size_t>(t)] = g.graph.tensors[static_cast<size_t>(t)].type;
    return BuildPlan(module_, module_.graphs[0], start, options, folded);
  }

  std::shared_ptr<const Plan> Built(PlanOptions options = InPlace()) {
    Result<std::shared_ptr<const Plan>> plan = Build(std::move(options));
    EXPECT_TRUE(plan.ok()) << plan.status().message();
    return plan.ok() ? *plan : std::make_shared<Plan>();
  }

  static int Kernels(const Plan& plan) {
    int n = 0;
    for (const PlanStep& s : plan.steps) n += s.kernel.eval != nullptr;
    return n;
  }
  static const PlannedTensor& At(const Plan& plan, int t) { return plan.tensors[static_cast<size_t>(t)]; }

 private:
  PlanModule module_;
};

TEST_F(PlanTest, ViewsCostNothing) {
  int x = g.Input(kFloats, "x");
  int y = g.Add(kNeg, {x}, "y");
  int flat = g.Add(ops::Reshape{}, {y, g.Ints({-1})}, "flat");
  int square = g.Add(ops::Reshape{}, {flat, g.Ints({2, 16})}, "square");
  g.graph.outputs = {square};
  auto plan = Built();
  EXPECT_EQ(Kernels(*plan), 1);
  EXPECT_EQ(plan->steps.size(), 3u);
  EXPECT_EQ(At(*plan, square).root, y);
  EXPECT_EQ(At(*plan, square).offset, At(*plan, y).offset);
  EXPECT_EQ(At(*plan, square).type.shape, Shape({2, 16}));
  EXPECT_EQ(plan->arena_bytes, 128u);
}

TEST_F(PlanTest, ViewOfAnInputIsTheInput) {
  int x = g.Input(kFloats, "x");
  g.graph.outputs = {g.Add(ops::Reshape{}, {x, g.Ints({32})}, "y")};
  auto plan = Built();
  EXPECT_EQ(Kernels(*plan), 0);
  EXPECT_EQ(At(*plan, g.graph.outputs[0]).place, Place::kInput);
  EXPECT_EQ(At(*plan, g.graph.outputs[0]).root, x);
}

TEST_F(PlanTest, ConstantsAreFoldedOnceForAllShapes) {
  int x = g.Input(kFloats, "x");
  int a = g.Constant(Tensor::Of<float>({2}, {1, 2}));
  int sum = g.Add(kAdd, {a, a}, "sum");
  int wide = g.Add(ops::Reshape{}, {sum, g.Ints({1, 2})}, "wide");
  g.graph.outputs = {g.Add(kNeg, {x}, "y"), wide};
  OneFolded folded;
  for (int i = 0; i < 2; ++i) {
    auto plan = Build(InPlace(), &folded);
    ASSERT_TRUE(plan.ok()) << plan.status().message();
    EXPECT_EQ(Kernels(**plan), 1);
    EXPECT_EQ(At(**plan, wide).place, Place::kConstant);
    EXPECT_THAT(At(**plan, wide).constant.as<float>(), testing::ElementsAre(2, 4));
    EXPECT_EQ(At(**plan, wide).type.shape, Shape({1, 2}));
  }
  EXPECT_EQ(folded.kept, 1);
  EXPECT_EQ(folded.found, 1);
}

// x times f16 weights, widened.
struct WidenedWeights {
  int widened, y;
};
WidenedWeights AddProduct(TestGraph& g) {
  Tensor weights(TensorType(DType::kF16, Shape({3, 8})));
  int wide = g.Add(ops::Dequantize{}, {g.Constant(weights)}, "wide", DType::kF32);
  return {wide, g.Add(ops::FullyConnected{}, {g.Input(kFloats, "x"), wide}, "y")};
}

TEST_F(PlanTest, WidenedConstantsEndWhereTheyArePacked) {
  WidenedWeights w = AddProduct(g);
  g.graph.outputs = {w.y};
  auto plan = Built({.kernel_sets = {&OwnKernels()}});
  EXPECT_EQ(At(*plan, w.widened).place, Place::kConstant);
  EXPECT_FALSE(At(*plan, w.widened).constant.valid());
  EXPECT_EQ(plan->constant_bytes, 0u);
  // References read them in runs.
  plan = Built({.kernel_sets = {&ReferenceKernels()}});
  EXPECT_TRUE(At(*plan, w.widened).constant.valid());
}

TEST_F(PlanTest, WidenedConstantsThatSomebodyReadsStay) {
  WidenedWeights w = AddProduct(g);
  int negative = g.Add(kNeg, {w.widened}, "negative");
  g.graph.outputs = {w.y, negative, w.widened};
  auto plan = Built({.kernel_sets = {&OwnKernels()}});
  EXPECT_TRUE(At(*plan, w.widened).constant.valid());
  EXPECT_TRUE(At(*plan, negative).constant.valid());
  EXPECT_EQ(plan->constant_bytes, 2u * 3 * 8 * 4);
}

TEST_F(PlanTest, AFoldThatGrowsTooMuchIsLeftToTheRun) {
  int a = g.Constant(Tensor::Of<float>({1}, {1}));
  int padding = g.Constant(Tensor::Of<int32_t>({1, 2}, {0, 1 << 20}));
  g.graph.outputs = {g.Add(ops::Pad{}, {a, padding}, "grown")};
  auto plan = Built();
  EXPECT_EQ(Kernels(*plan), 1);
  EXPECT_EQ(plan->constant_bytes, 0u);
}

TEST_F(PlanTest, WhatNothingNeedsIsLeftOut) {
  g.variables = {{"v", kFloats, {}}};
  int x = g.Input(kFloats, "x");
  g.Add(kNeg, {x}, "unused");
  g.Add(ops::ReadVariable{.variable = 0, .dtype = DType::kF32, .shape = kFloats.shape}, {}, "unused read", DType::kF32);
  int y = g.Add(kNeg, {x}, "assigned");
  g.AddNoResult(ops::AssignVariable{.variable = 0}, {y}, "assign");
  auto plan = Built();
  ASSERT_EQ(plan->steps.size(), 2u);
  EXPECT_EQ(plan->steps[0].op, 2);
  EXPECT_EQ(plan->steps[1].op, 3);
}

TEST_F(PlanTest, ResultsTakeTheMemoryOfOperandsThatDie) {
  int x = g.Input(kFloats, "x");
  int a = g.Add(kNeg, {x}, "a");
  int b = g.Add(kNeg, {a}, "b");
  int flat = g.Add(ops::Reshape{}, {b, g.Ints({32})}, "flat");
  int c = g.Add(kNeg, {flat}, "c");
  g.graph.outputs = {c};
  auto plan = Built();
  EXPECT_EQ(At(*plan, a).place, Place::kArena);  // not the input's memory
  EXPECT_EQ(At(*plan, b).root, a);
  EXPECT_EQ(At(*plan, flat).root, a);
  EXPECT_EQ(At(*plan, c).root, a);
  EXPECT_EQ(plan->arena_bytes, 128u);
}

TEST_F(PlanTest, NotInPlaceWhereTheOperandIsStillNeeded) {
  int x = g.Input(kFloats, "x");
  int a = g.Add(kNeg, {x}, "a");
  int view = g.Add(ops::Reshape{}, {a, g.Ints({4, 8})}, "view");
  int b = g.Add(kNeg, {a}, "b");             // a is used below, through its view
  int c = g.Add(kAdd, {b, view}, "c");       // takes b's memory or a's
  int twice = g.Add(kAdd, {c, c}, "twice");  // both operands are one tensor: leave it alone
  int output = g.Add(kNeg, {twice}, "output");
  int after = g.Add(kNeg, {output}, "after");  // output belongs to the caller
  g.graph.outputs = {output, after};
  auto plan = Built();
  EXPECT_NE(At(*plan, b).root, At(*plan, a).root);
  EXPECT_TRUE(At(*plan, c).root == b || At(*plan, c).root == a);
  EXPECT_NE(At(*plan, twice).root, At(*plan, c).root);
  EXPECT_NE(At(*plan, after).root, At(*plan, output).root);
}

TEST_F(PlanTest, ReadsOfVariablesAlias) {
  g.variables = {{"v", kFloats, {}}};
  ops::ReadVariable read{.variable = 0, .dtype = DType::kF32, .shape = kFloats.shape};
  int v = g.Add(read, {}, "read", DType::kF32);
  int y = g.Add(kNeg, {v}, "y");
  g.AddNoResult(ops::AssignVariable{.variable = 0}, {y}, "assign");
  int again = g.Add(read, {}, "read again", DType::kF32);
  g.graph.outputs = {again};
  auto plan = Built();
  EXPECT_EQ(At(*plan, v).place, Place::kVariable);
  EXPECT_EQ(At(*plan, again).place, Place::kVariable);
  EXPECT_EQ(At(*plan, y).place, Place::kArena);
}

TEST_F(PlanTest, AReadUsedAfterAWriteIsCopied) {
  g.variables = {{"v", kFloats, {}}, {"other", kFloats, {}}};
  int x = g.Input(kFloats, "x");
  ops::ReadVariable read{.variable = 0, .dtype = DType::kF32, .shape = kFloats.shape};
  ops::ReadVariable other{.variable = 1, .dtype = DType::kF32, .shape = kFloats.shape};
  int before = g.Add(read, {}, "before", DType::kF32);
  int unaffected = g.Add(other, {}, "unaffected", DType::kF32);
  int view = g.Add(ops::Reshape{}, {before, g.Ints({32})}, "view");
  g.AddNoResult(ops::AssignVariable{.variable = 0}, {x}, "assign");
  g.graph.outputs = {g.Add(kNeg, {view}, "y"), unaffected};
  auto plan = Built();
  EXPECT_EQ(At(*plan, before).place, Place::kArena);
  EXPECT_EQ(At(*plan, view).root, before);
  EXPECT_EQ(At(*plan, unaffected).place, Place::kVariable);
}

TEST_F(PlanTest, VariableTypesAreChecked) {
  g.variables = {{"v", kFloats, {}}};
  int x = g.Input({DType::kF32, {4, 9}}, "x");
  g.AddNoResult(ops::AssignVariable{.variable = 0}, {x}, "assign");
  auto plan = Build();
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().message(), "'assign': variable 'v' is f32[4,8], not f32[4,9]");
  g.graph.ops[0].op = ops::AssignVariable{.variable = 1};
  plan = Build();
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("variable 1 does not exist"));
}

TEST_F(PlanTest, EndsWhereAShapeDependsOnData) {
  int x = g.Input(kFloats, "x");
  int shape = g.Input({DType::kI32, {2}}, "shape");
  int before = g.Add(kNeg, {x}, "before");
  int y = g.Add(ops::Reshape{}, {before, shape}, "y");
  int after = g.Add(kNeg, {y}, "after");
  g.graph.outputs = {after, before};
  auto plan = Built();
  EXPECT_FALSE(plan->last);
  EXPECT_EQ(plan->next_op, 2);
  EXPECT_THAT(plan->dynamic, testing::ElementsAre(y));
  EXPECT_EQ(At(*plan, y).place, Place::kDynamic);
  EXPECT_EQ(At(*plan, after).place, Place::kNone);
}

TEST_F(PlanTest, ErrorsQuoteTheOrigin) {
  int x = g.Input({DType::kF32, {}}, "x");
  g.graph.outputs = {g.Add(ops::Softmax{}, {x}, "model/head/softmax")};
  auto plan = Build();
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), testing::StartsWith("'model/head/softmax': Softmax: x is a scalar"));

  g.graph.tensors[0].type = {DType::kF32, {3}};
  plan = Build({});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().message(), "'model/head/softmax': Softmax has no kernel for operands (f32[3])");
}

TEST_F(PlanTest, Limits) {
  int x = g.Input({DType::kF32, {1000}}, "x");
  g.graph.outputs = {g.Add(ops::Softmax{}, {x}, "y")};
  auto plan = Build({.kernel_sets = {&OwnKernels()}, .max_arena_bytes = 3999});
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("the limit is"));
  plan = Build({.kernel_sets = {&OwnKernels()}, .max_ops = 0});
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("the graph has 1 ops"));
  // Elements that do not fit an int64.
  g.graph.tensors[0].type.shape = Shape({int64_t{1} << 40, int64_t{1} << 40});
  plan = Build();
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("too large"));
}

TEST(CheckModule, RefusesWrongIndicesAndOrder) {
  auto refusal = [](auto damage) {
    TestGraph g;
    int x = g.Input(kFloats, "x");
    int y = g.Add(kNeg, {x}, "y");
    int z = g.Add(kNeg, {y}, "z");
    g.graph.outputs = {z};
    PlanModule m = g.Module();
    m.signatures.push_back({"serving_default", 0, {{"x", 0}}, {{"z", 0}}});
    EXPECT_TRUE(CheckModule(m).ok());
    damage(m);
    return CheckModule(m).message();
  };
  auto graph = [](PlanModule& m) -> PlanGraph& { return m.graphs[0]; };
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).ops[0].inputs[0] = 7; }),
              HasSubstr("'y' (Unary): operand tensor 7"));
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).ops[0].inputs[0] = -2; }), HasSubstr("operand tensor -2"));
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).ops[0].outputs[0] = 3; }), HasSubstr("result tensor 3"));
  EXPECT_THAT(refusal([&](PlanModule& m) { std::swap(graph(m).ops[0], graph(m).ops[1]); }),
              HasSubstr("uses 'y' before"));
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).ops[1].outputs[0] = 1; }), HasSubstr("writes 'y'"));
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).outputs[0] = 9; }), HasSubstr("output tensor 9"));
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).ops.pop_back(); }), HasSubstr("output 'z' is never computed"));
  EXPECT_THAT(refusal([&](PlanModule& m) { graph(m).inputs[0] = -1; }), HasSubstr("input tensor -1"));
  EXPECT_THAT(refusal([&](PlanModule& m) { m.signatures[0].graph = 1; }), HasSubstr("graph 1 does not exist"));
  EXPECT_THAT(refusal([&](PlanModule& m) { m.signatures[0].outputs[0].index = 1; }), HasSubstr("'z': output 1"));
  EXPECT_THAT(refusal([&](PlanModule& m) { m.graphs.clear(); }), HasSubstr("no graph"));
}

TEST(CheckModule, CopiesConstantsThatAreNotAligned) {
  alignas(16) char bytes[20] = {};
  float two = 2;
  std::memcpy(bytes + 1, &two, 4);
  TestGraph g;
  int c = g.Constant(Tensor(TensorType(DType::kF32, {1}), Buffer::View(nullptr, bytes + 1, 4)));
  int aligned = g.Constant(Tensor(TensorType(DType::kF32, {1}), Buffer::View(nullptr, bytes + 4, 4)));
  g.graph.outputs = {c, aligned};
  PlanModule m = g.Module();
  ASSERT_TRUE(CheckModule(m).ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(m.graphs[0].tensors[0].constant.data()) % 4, 0u);
  EXPECT_EQ(m.graphs[0].tensors[0].constant.as<float>()[0], 2);
  EXPECT_EQ(m.graphs[0].tensors[1].constant.data(), bytes + 4);
}

}  // namespace
}  // namespace slipway::interpreter
