// Random graphs run as plans (views, memory shared in place, variables, cuts) must equal their ops run one by one; and
// no two tensors that are needed at one time may overlap.
#include <gtest/gtest.h>
#include <algorithm>

#include "base/random.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "interpreter/run_op.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/concat/concat.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {
namespace {

const KernelSet* const kSets[] = {&InPlaceKernels(), &OwnKernels()};

// Every op makes a tensor of 24 elements, so that any two fit each other after a Reshape.
class RandomGraph {
 public:
  explicit RandomGraph(uint64_t seed) : random_(StreamKey(seed, "random graph")) {
    g.variables = {{"v0", {DType::kF32, {24}}, {}}, {"v1", {DType::kF32, {24}}, {}}};
    pool_ = {g.Input({DType::kF32, {24}}, "a"), g.Input({DType::kF32, {24}}, "b")};
    shape_ = g.Input({DType::kI32, {1}}, "shape");
    pool_.push_back(g.Constant(Tensor::Of<float>({24}, std::vector<float>(24, 0.5f))));
    int ops = 1 + static_cast<int>(random_.Below(30));
    for (int i = 0; i < ops; ++i) AddOp(StrCat("op", i));
    for (uint64_t n = 1 + random_.Below(4); n > 0; --n) g.graph.outputs.push_back(Pick());
  }

  TestGraph g;

 private:
  int Pick() {
    // Mostly recent ones, so that operands die.
    uint64_t back =
        random_.Below(4) == 0 ? random_.Below(pool_.size()) : random_.Below(std::min<uint64_t>(4, pool_.size()));
    return pool_[pool_.size() - 1 - back];
  }

  void AddOp(const std::string& origin) {
    int variable = static_cast<int>(random_.Below(2));
    switch (random_.Below(10)) {
      case 0:
      case 1:
        return Push(g.Add(ops::Unary{.kind = ops::UnaryKind::kNeg}, {Pick()}, origin));
      case 2:
      case 3:
        return Push(g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {Pick(), Pick()}, origin));
      case 4: {  // there and back, through views
        int square = g.Add(ops::Reshape{}, {Pick(), g.Ints({4, 6})}, origin + " square");
        int twice = g.Add(ops::Binary{.kind = ops::BinaryKind::kMul}, {square, square}, origin + " twice");
        return Push(g.Add(ops::Reshape{}, {random_.Below(2) ? square : twice, g.Ints({-1})}, origin));
      }
      case 5: {
        int both = g.Add(ops::Concat{}, {Pick(), Pick()}, origin + " both");
        int square = g.Add(ops::Reshape{}, {both, g.Ints({2, 24})}, origin + " rows");
        int soft = g.Add(ops::Softmax{}, {square}, origin + " soft");
        return Push(g.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {soft, g.Ints({0})}, origin));
      }
      case 6:
      case 7:
        return Push(g.Add(ops::ReadVariable{.variable = variable, .dtype = DType::kF32, .shape = {24}}, {}, origin,
                          DType::kF32));
      case 8:
        return g.AddNoResult(ops::AssignVariable{.variable = variable}, {Pick()}, origin);
      default:
        return Push(g.Add(ops::Reshape{}, {Pick(), shape_}, origin + " at run time"));
    }
  }

  void Push(int t) { pool_.push_back(t); }

  RandomStream random_;
  std::vector<int> pool_;
  int shape_ = 0;
};

TEST(RandomGraphs, PlansEqualOpsOneByOne) {
  int cut = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomGraph random(seed);
    auto model = Model::FromModule(random.g.Module());
    ASSERT_TRUE(model.ok()) << model.status().message();
    auto interpreter = Interpreter::Create(*model, {.kernel_sets = {kSets[0], kSets[1]}});
    ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
    Variables variables((*model)->module());
    for (int run = 0; run < 3; ++run) {
      RandomStream numbers(StreamKey(seed * 3 + static_cast<uint64_t>(run), "numbers"));
      std::vector<Tensor> inputs = {Tensor(DType::kF32, {24}), Tensor(DType::kF32, {24}),
                                    Tensor::Vector(std::vector<int64_t>{24})};
      for (int i = 0; i < 2; ++i)
        for (float& v : inputs[static_cast<size_t>(i)].as<float>()) v = numbers.Uniform(-1, 1);
      auto outputs = (*interpreter)->main().Run(inputs);
      ASSERT_TRUE(outputs.ok()) << outputs.status().message();
      std::vector<Tensor> expected = RunEagerly((*model)->graph(0), inputs, kSets, variables.pointers());
      for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_TRUE(Identical(outputs->at(i), expected[i])) << "output " << i;
      for (int v = 0; v < 2; ++v) EXPECT_TRUE(Identical((*interpreter)->variables().value(v), variables.value(v)));
    }
    for (const PlanOp& op : (*model)->graph(0).ops) cut += op.origin.ends_with("at run time");
  }
  EXPECT_GT(cut, 50);
}

// For each step the memory of its operands, of its results, and of all that later steps or the caller still use must
// not overlap, but for views and results that took an operand's memory.
TEST(RandomGraphs, NoTwoLiveTensorsOverlap) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    RandomGraph random(seed);
    PlanModule module = random.g.Module();
    ASSERT_TRUE(CheckModule(module).ok());
    const PlanGraph& graph = module.graphs[0];
    SegmentStart start;
    start.types.resize(graph.tensors.size());
    for (int t : graph.inputs) start.types[static_cast<size_t>(t)] = graph.tensors[static_cast<size_t>(t)].type;
    auto built = BuildPlan(module, graph, start, {.kernel_sets = {kSets[0], kSets[1]}});
    ASSERT_TRUE(built.ok()) << built.status().message();
    const Plan& plan = **built;

    std::vector<int> first(graph.tensors.size(), -1), last(graph.tensors.size(), -1);
    for (int t : graph.outputs) last[static_cast<size_t>(t)] = 1 << 20;
    for (int i = static_cast<int>(graph.ops.size()) - 1; i >= plan.next_op; --i) {
      const PlanOp& op = graph.ops[static_cast<size_t>(i)];
      if (!op.outputs.empty() && last[static_cast<size_t>(op.outputs[0])] < 0) continue;  // nothing needs it
      for (int t : op.inputs)
        if (t != kAbsent) last[static_cast<size_t>(t)] = 1 << 20;
    }
    for (const PlanStep& s : plan.steps) {
      const PlanOp& op = graph.ops[static_cast<size_t>(s.op)];
      for (int t : op.outputs) first[static_cast<size_t>(t)] = s.op;
      for (int t : op.inputs) last[static_cast<size_t>(t)] = std::max(last[static_cast<size_t>(t)], s.op);
    }
    // A view keeps what it views alive.
    for (size_t k = plan.steps.size(); k-- > 0;) {
      const PlanOp& op = graph.ops[static_cast<size_t>(plan.steps[k].op)];
      if (plan.steps[k].kernel.eval || op.inputs.empty() || op.outputs.empty()) continue;
      int& x = last[static_cast<size_t>(op.inputs[0])];
      x = std::max(x, last[static_cast<size_t>(op.outputs[0])]);
    }
    auto in_arena = [&](size_t t) { return plan.tensors[t].place == Place::kArena && first[t] >= 0; };
    auto range = [&](size_t t) {
      return std::pair(plan.tensors[t].offset, plan.tensors[t].offset + *MemoryBytes(plan.tensors[t].type));
    };
    auto is_view = [&](size_t t) {
      for (const PlanStep& s : plan.steps)
        if (graph.ops[static_cast<size_t>(s.op)].outputs == std::vector<int>{static_cast<int>(t)})
          return !s.kernel.eval;
      return false;
    };
    for (size_t a = 0; a < graph.tensors.size(); ++a)
      for (size_t b = 0; b < a; ++b) {
        if (!in_arena(a) || !in_arena(b) || is_view(a) || is_view(b)) continue;
        EXPECT_LE(range(a).second, plan.arena_bytes);
        // An in-place result starts where its operand ends: that one step they share.
        bool handed_over = plan.tensors[a].root == plan.tensors[b].root;
        int begin = std::max(first[a], first[b]), end = std::min(last[a], last[b]);
        bool together = handed_over ? begin < end : begin <= end;
        bool apart = range(a).second <= range(b).first || range(b).second <= range(a).first;
        EXPECT_TRUE(!together || apart) << graph.tensors[a].name << " and " << graph.tensors[b].name << " overlap";
      }
  }
}

}  // namespace
}  // namespace slipway::interpreter
