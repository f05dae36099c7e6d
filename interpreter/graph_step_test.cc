// Ops that run graphs: branches, loops and calls, whatever the shapes do.
#include "interpreter/graph_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "interpreter/allocations_for_test.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "interpreter/profiler.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/call/call.h"
#include "ops/compare/compare.h"
#include "ops/concat/concat.h"
#include "ops/gather/gather.h"
#include "ops/if/if.h"
#include "ops/read_variable/read_variable.h"
#include "ops/switch_case/switch_case.h"
#include "ops/unary/unary.h"
#include "ops/while/while.h"

namespace slipway::interpreter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const ops::Binary kAdd{.kind = ops::BinaryKind::kAdd}, kMul{.kind = ops::BinaryKind::kMul};
const ops::Unary kNeg{.kind = ops::UnaryKind::kNeg};
const ops::Compare kLess{.kind = ops::CompareKind::kLess};
const Shape kOpen = Shape::UnknownRank();
const TensorType kBool(DType::kBool, {}), kInt(DType::kI32, {}), kFloats(DType::kF32, {2});

// Graphs of one module; the first is the main one.
class Calls : public testing::Test {
 protected:
  TestGraph main, one, two;
  std::vector<PlanVariable> variables;
  std::unique_ptr<Interpreter> interpreter;

  static std::vector<int> AddCall(TestGraph& g, ops::Op op, std::vector<int> inputs, std::string origin,
                                  std::vector<DType> results) {
    std::vector<int> made;
    for (DType t : results) {
      g.graph.tensors.push_back({origin, TensorType(t, kOpen)});
      made.push_back(static_cast<int>(g.graph.tensors.size()) - 1);
    }
    g.graph.ops.push_back({std::move(op), std::move(inputs), made, std::move(origin)});
    return made;
  }
  PlanModule Module() {
    main.graph.name = "main";
    one.graph.name = "one";
    two.graph.name = "two";
    PlanModule m;
    m.graphs = {main.graph, one.graph, two.graph};
    m.variables = variables;
    return m;
  }
  Status Load(InterpreterOptions options = {}) {
    ASSIGN_OR_RETURN(std::shared_ptr<const Model> model, Model::FromModule(Module()));
    return Open(model, options);
  }
  Status Open(std::shared_ptr<const Model> model, InterpreterOptions options = {}) {
    ASSIGN_OR_RETURN(interpreter, Interpreter::Create(std::move(model), options));
    return OkStatus();
  }
  std::vector<Tensor> Run(std::vector<Tensor> inputs) {
    auto out = interpreter->main().Run(inputs);
    EXPECT_TRUE(out.ok()) << out.status().message();
    return out.ok() ? *out : std::vector<Tensor>(main.graph.outputs.size(), Tensor(kFloats));
  }
  std::string Refusal() {
    Status s = Load();
    return s.ok() ? "loaded" : s.message();
  }
  std::string Failure(std::vector<Tensor> inputs) {
    auto out = interpreter->main().Run(inputs);
    return out.ok() ? "ran" : out.status().message();
  }

  // main(c, x) = c ? -x : x + x
  void Branches(TensorType x) {
    int c = main.Input(kBool, "c"), v = main.Input(x, "x");
    main.graph.outputs = AddCall(main, Branch(1), {c, v}, "branch", {x.dtype});
    one.graph.outputs = {one.Add(kNeg, {one.Input(x, "x")}, "neg")};
    int a = two.Input(x, "x");
    two.graph.outputs = {two.Add(kAdd, {a, a}, "twice")};
  }
  static ops::If Branch(size_t results) {
    ops::If op{.then_graph = 1, .else_graph = 2};
    op.dtypes.assign(results, DType::kF32);
    op.shapes.assign(results, kOpen);
    return op;
  }
  // cond(i, ...) = i < n
  void CountTo(TestGraph& cond, int32_t n) {
    cond.graph.outputs = {
        cond.Add(kLess, {cond.graph.inputs[0], cond.Constant(Tensor::Scalar<int32_t>(n))}, "less", DType::kBool)};
  }
  int Next(TestGraph& body) {
    return body.Add(kAdd, {body.graph.inputs[0], body.Constant(Tensor::Scalar<int32_t>(1))}, "next");
  }
};

Tensor True() { return Tensor::Scalar(true); }
Tensor False() { return Tensor::Scalar(false); }
Tensor Int(int32_t v) { return Tensor::Scalar(v); }
Tensor Floats(std::vector<float> v) {
  return Tensor::Of<float>({static_cast<int64_t>(v.size())}, std::span<const float>(v));
}

TEST_F(Calls, IfTakesOneBranch) {
  Branches({DType::kF32, {-1}});
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({True(), Floats({1, 2})})[0].as<float>(), ElementsAre(-1, -2));
  EXPECT_THAT(Run({False(), Floats({1, 2})})[0].as<float>(), ElementsAre(2, 4));
  EXPECT_THAT(Run({False(), Floats({1, 2, 3})})[0].as<float>(), ElementsAre(2, 4, 6));
}

TEST_F(Calls, BranchesMayDifferInShape) {
  TensorType open(DType::kF32, {-1});
  int c = main.Input(kBool, "c"), x = main.Input(open, "x");
  int y = AddCall(main, Branch(1), {c, x}, "branch", {DType::kF32})[0];
  main.graph.outputs = {y, main.Add(kAdd, {y, y}, "twice")};
  one.graph.outputs = {one.Input(open, "x")};
  int a = two.Input(open, "x");
  two.graph.outputs = {two.Add(ops::Concat{.axis = 0}, {a, a}, "both")};
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({True(), Floats({1, 2})})[1].as<float>(), ElementsAre(2, 4));
  EXPECT_THAT(Run({False(), Floats({1, 2})})[0].as<float>(), ElementsAre(1, 2, 1, 2));
  EXPECT_THAT(Run({False(), Floats({1, 2})})[1].as<float>(), ElementsAre(2, 4, 2, 4));
  EXPECT_THAT(Run({True(), Floats({})})[1].as<float>(), SizeIs(0));
}

// An input, the same tensor twice, and a constant.
TEST_F(Calls, BranchesReturnWhatTheyDidNotMake) {
  int c = main.Input(kBool, "c"), x = main.Input(kFloats, "x");
  main.graph.outputs = AddCall(main, Branch(3), {c, x}, "branch", {DType::kF32, DType::kF32, DType::kF32});
  int a = one.Input(kFloats, "x");
  one.graph.outputs = {a, a, one.Constant(Floats({8, 9}))};
  int b = two.Input(kFloats, "x");
  int y = two.Add(kNeg, {b}, "neg");
  two.graph.outputs = {b, y, y};
  ASSERT_TRUE(Load().ok());
  for (int round = 0; round < 2; ++round) {
    std::vector<Tensor> then = Run({True(), Floats({1, 2})}), other = Run({False(), Floats({1, 2})});
    EXPECT_THAT(then[0].as<float>(), ElementsAre(1, 2));
    EXPECT_THAT(then[1].as<float>(), ElementsAre(1, 2));
    EXPECT_THAT(then[2].as<float>(), ElementsAre(8, 9));
    EXPECT_THAT(other[0].as<float>(), ElementsAre(1, 2));
    EXPECT_THAT(other[1].as<float>(), ElementsAre(-1, -2));
    EXPECT_THAT(other[2].as<float>(), ElementsAre(-1, -2));
  }
}

TEST_F(Calls, ABranchThatDoesNotFitIsAnErrorOnlyWhenItRuns) {
  int c = main.Input(kBool, "c"), x = main.Input({DType::kF32, {-1}}, "x");
  main.graph.outputs = AddCall(main, Branch(1), {c, x}, "layer/branch", {DType::kF32});
  one.graph.outputs = {one.Add(kNeg, {one.Input({DType::kF32, {-1}}, "x")}, "neg")};
  int a = two.Input({DType::kF32, {-1}}, "x");
  two.graph.outputs = {two.Add(kAdd, {a, two.Constant(Floats({1, 2, 3}))}, "inner/add")};
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({True(), Floats({1, 2})})[0].as<float>(), ElementsAre(-1, -2));
  EXPECT_THAT(Failure({False(), Floats({1, 2})}), HasSubstr("'layer/branch' (If): 'inner/add'"));
  EXPECT_THAT(Run({False(), Floats({1, 2, 3})})[0].as<float>(), ElementsAre(2, 4, 6));
}

TEST_F(Calls, CaseOutsideOfItsListTakesTheLast) {
  int i = main.Input(kInt, "i"), x = main.Input(kFloats, "x");
  ops::SwitchCase op{.graphs = {1, 2}, .dtypes = {DType::kF32}, .shapes = {kOpen}};
  main.graph.outputs = AddCall(main, op, {i, x}, "case", {DType::kF32});
  one.graph.outputs = {one.Add(kNeg, {one.Input(kFloats, "x")}, "neg")};
  int a = two.Input(kFloats, "x");
  two.graph.outputs = {two.Add(kAdd, {a, a}, "twice")};
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({Int(0), Floats({1, 2})})[0].as<float>(), ElementsAre(-1, -2));
  for (int32_t other : {1, 2, -1, 2147483647})
    EXPECT_THAT(Run({Int(other), Floats({1, 2})})[0].as<float>(), ElementsAre(2, 4));
}

// (a, b) = (b, a + b): a variable becomes another one.
TEST_F(Calls, VariablesOfALoopMayTradePlaces) {
  int i = main.Input(kInt, "i"), a = main.Input(kFloats, "a"), b = main.Input(kFloats, "b");
  ops::While loop{.cond_graph = 1, .body_graph = 2};
  main.graph.outputs = AddCall(main, loop, {i, a, b}, "loop", {DType::kI32, DType::kF32, DType::kF32});
  for (TestGraph* g : {&one, &two}) {
    g->Input(kInt, "i");
    g->Input(kFloats, "a");
    g->Input(kFloats, "b");
  }
  CountTo(one, 6);
  int next = Next(two), sum = two.Add(kAdd, {1, 2}, "sum");
  two.graph.outputs = {next, 2, sum};
  ASSERT_TRUE(Load().ok());
  for (int round = 0; round < 2; ++round) {
    std::vector<Tensor> out = Run({Int(0), Floats({1, 0}), Floats({1, 1})});
    EXPECT_EQ(out[0].as<int32_t>()[0], 6);
    EXPECT_THAT(out[1].as<float>(), ElementsAre(13, 8));
    EXPECT_THAT(out[2].as<float>(), ElementsAre(21, 13));
    EXPECT_THAT(Run({Int(5), Floats({1, 0}), Floats({1, 1})})[2].as<float>(), ElementsAre(2, 1)) << "one round";
    EXPECT_THAT(Run({Int(7), Floats({1, 0}), Floats({1, 1})})[2].as<float>(), ElementsAre(1, 1)) << "no round";
  }
}

TEST_F(Calls, RoundsOverKnownShapesAllocateNothing) {
  int i = main.Input(kInt, "i"), x = main.Input(kFloats, "x");
  main.graph.outputs =
      AddCall(main, ops::While{.cond_graph = 1, .body_graph = 2}, {i, x}, "loop", {DType::kI32, DType::kF32});
  for (TestGraph* g : {&one, &two}) {
    g->Input(kInt, "i");
    g->Input(kFloats, "x");
  }
  CountTo(one, 1000);
  int next = Next(two);
  ops::Call call{.graph = 3, .dtypes = {DType::kF32}, .shapes = {kOpen}};
  two.graph.outputs = {next, AddCall(two, call, {1}, "call", {DType::kF32})[0]};
  PlanModule m = Module();
  TestGraph three;
  three.graph.outputs = {three.Add(kNeg, {three.Input(kFloats, "x")}, "neg")};
  m.graphs.push_back(three.graph);
  auto model = Model::FromModule(m);
  ASSERT_TRUE(model.ok()) << model.status().message();
  ASSERT_TRUE(Open(*model).ok());
  EXPECT_THAT(Run({Int(999), Floats({1, 2})})[1].as<float>(), ElementsAre(-1, -2));
  ASSERT_TRUE(interpreter->main().SetInput(0, Int(0)).ok());
  int64_t before = CountAllocations();
  ASSERT_TRUE(interpreter->main().Invoke().ok());
  EXPECT_EQ(CountAllocations() - before, 0);
}

TEST_F(Calls, ALoopMayChangeShapes) {
  TensorType open(DType::kF32, {-1});
  int i = main.Input(kInt, "i"), x = main.Input(open, "x");
  ops::While loop{.cond_graph = 1, .body_graph = 2, .shapes = {Shape{}, Shape{-1}}};
  std::vector<int> y = AddCall(main, loop, {i, x}, "loop", {DType::kI32, DType::kF32});
  main.graph.outputs = {y[1], main.Add(kNeg, {y[1]}, "neg")};
  for (TestGraph* g : {&one, &two}) {
    g->Input(kInt, "i");
    g->Input(open, "x");
  }
  CountTo(one, 3);
  int next = Next(two);
  two.graph.outputs = {next, two.Add(ops::Concat{.axis = 0}, {1, 1}, "both")};
  ASSERT_TRUE(Load().ok());
  for (int32_t start : {0, 1, 2, 3, 0}) {
    std::vector<Tensor> out = Run({Int(start), Floats({1, 2})});
    ASSERT_EQ(out[0].elements(), 2 << (3 - start));
    EXPECT_EQ(out[0].as<float>().back(), 2);
    EXPECT_EQ(out[1].as<float>().back(), -2);
  }
}

TEST_F(Calls, StringsPassThroughLoops) {
  TensorType words(DType::kString, {-1});
  int i = main.Input(kInt, "i"), x = main.Input(words, "x"), same = main.Input(words, "same");
  ops::While loop{.cond_graph = 1, .body_graph = 2};
  main.graph.outputs = AddCall(main, loop, {i, x, same}, "loop", {DType::kI32, DType::kString, DType::kString});
  for (TestGraph* g : {&one, &two}) {
    g->Input(kInt, "i");
    g->Input(words, "x");
    g->Input(words, "same");
  }
  CountTo(one, 3);
  int next = Next(two), order = two.Ints({1, 0});
  two.graph.outputs = {next, two.Add(ops::Gather{}, {1, order}, "swap"), 2};
  ASSERT_TRUE(Load().ok());
  Tensor ab = Tensor::Of<std::string>({2}, {"a", std::string(40, 'b')}), c = Tensor::Of<std::string>({1}, {"c"});
  EXPECT_THAT(Run({Int(0), ab, c})[1].strings(), ElementsAre(std::string(40, 'b'), "a"));
  EXPECT_THAT(Run({Int(1), ab, c})[1].strings(), ElementsAre("a", std::string(40, 'b')));
  EXPECT_THAT(Run({Int(5), ab, c})[2].strings(), ElementsAre("c"));
}

// Bodies touch variables: reads before and after the op see what they must, and the op runs though nobody needs it.
TEST_F(Calls, VariablesInBodiesCountAsTheOps) {
  variables = {{"v", kFloats, Floats({1, 2})}};
  ops::ReadVariable read{.variable = 0, .shape = {2}};
  int c = main.Input(kBool, "c");
  int before = main.Add(read, {}, "before", DType::kF32);
  ops::If op{.then_graph = 1, .else_graph = 2};
  main.AddNoResult(op, {c}, "maybe write");
  main.graph.outputs = {before, main.Add(read, {}, "after", DType::kF32)};
  int v = one.Add(read, {}, "read", DType::kF32);
  one.AddNoResult(ops::AssignVariable{.variable = 0}, {one.Add(kAdd, {v, v}, "twice")}, "assign");
  ASSERT_TRUE(Load().ok());
  std::vector<Tensor> out = Run({True()});
  EXPECT_THAT(out[0].as<float>(), ElementsAre(1, 2));
  EXPECT_THAT(out[1].as<float>(), ElementsAre(2, 4));
  out = Run({False()});
  EXPECT_THAT(out[0].as<float>(), ElementsAre(2, 4));
  EXPECT_THAT(out[1].as<float>(), ElementsAre(2, 4));
  interpreter->ResetState();
  EXPECT_THAT(Run({False()})[0].as<float>(), ElementsAre(1, 2));
}

// The operand is the variable's own memory, which the graph writes before it returns the operand.
TEST_F(Calls, AnOperandKeepsItsValueWhileTheGraphWritesTheVariable) {
  variables = {{"v", kFloats, Floats({1, 2})}};
  int v = main.Add(ops::ReadVariable{.variable = 0, .shape = {2}}, {}, "read", DType::kF32);
  ops::Call call{.graph = 1, .dtypes = {DType::kF32}, .shapes = {kOpen}};
  main.graph.outputs = AddCall(main, call, {v}, "call", {DType::kF32});
  int x = one.Input(kFloats, "x");
  one.AddNoResult(ops::AssignVariable{.variable = 0}, {one.Add(kNeg, {x}, "neg")}, "assign");
  one.graph.outputs = {x};
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({})[0].as<float>(), ElementsAre(1, 2));
  EXPECT_THAT(Run({})[0].as<float>(), ElementsAre(-1, -2));
}

TEST_F(Calls, GraphsRunGraphs) {
  int i = main.Input(kInt, "i"), x = main.Input(kFloats, "x");
  ops::While loop{.cond_graph = 1, .body_graph = 2};
  main.graph.outputs = {AddCall(main, loop, {i, x}, "loop", {DType::kI32, DType::kF32})[1]};
  for (TestGraph* g : {&one, &two}) {
    g->Input(kInt, "i");
    g->Input(kFloats, "x");
  }
  CountTo(one, 4);
  int next = Next(two);
  ops::Call call{.graph = 3, .dtypes = {DType::kF32}, .shapes = {kOpen}};
  two.graph.outputs = {next, AddCall(two, call, {1}, "call", {DType::kF32})[0]};
  PlanModule m = Module();
  TestGraph three;
  int a = three.Input(kFloats, "x");
  three.graph.outputs = {three.Add(kMul, {a, three.Constant(Floats({2, 3}))}, "times")};
  m.graphs.push_back(three.graph);
  auto model = Model::FromModule(m);
  ASSERT_TRUE(model.ok()) << model.status().message();
  ASSERT_TRUE(Open(*model).ok());
  EXPECT_THAT(Run({Int(0), Floats({1, 1})})[0].as<float>(), ElementsAre(16, 81));
}

TEST_F(Calls, ObserversSeeBodiesAndTimeCountsOnce) {
  Branches(kFloats);
  ASSERT_TRUE(Load().ok());
  Profiler profiler;
  interpreter->SetObserver(&profiler);
  Run({True(), Floats({1, 2})});
  Run({False(), Floats({1, 2})});
  std::vector<OpTime> times = profiler.Times();
  ASSERT_THAT(times, SizeIs(3));
  EXPECT_EQ(times[0].op, "If");
  EXPECT_EQ(times[0].runs, 2);
  EXPECT_EQ(times[1].origin, "neg");
  EXPECT_EQ(times[2].origin, "twice");
  interpreter->SetObserver(nullptr);
  EXPECT_THAT(Run({True(), Floats({1, 2})})[0].as<float>(), ElementsAre(-1, -2));
}

TEST_F(Calls, ALoopWithoutEndCanBeCancelled) {
  int x = main.Input(kFloats, "x");
  main.graph.outputs = AddCall(main, ops::While{.cond_graph = 1, .body_graph = 2}, {x}, "loop", {DType::kF32});
  one.Input(kFloats, "x");
  one.graph.outputs = {one.Constant(True())};
  two.graph.outputs = {two.Input(kFloats, "x")};
  ASSERT_TRUE(Load().ok());
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    interpreter->Cancel();
  });
  Tensor in = Floats({1, 2});
  Status s = interpreter->main().Run(std::span(&in, 1)).status();
  stopper.join();
  EXPECT_EQ(s.kind(), ErrorKind::kCancelled) << s.message();
}

TEST_F(Calls, GraphsInACircleAreRefused) {
  ops::Call call{.graph = 1};
  main.AddNoResult(call, {}, "a");
  call.graph = 2;
  one.AddNoResult(call, {}, "b");
  call.graph = 1;
  two.AddNoResult(call, {}, "c");
  EXPECT_EQ(Refusal(), "graphs run each other in a circle: 'one' runs 'two' runs 'one'");
}

TEST_F(Calls, DeepNestingIsRefused) {
  PlanModule m;
  for (int i = 0; i < 100; ++i) {
    TestGraph g;
    if (i < 99) g.AddNoResult(ops::Call{.graph = i + 1}, {}, "call");
    m.graphs.push_back(g.graph);
  }
  auto model = Model::FromModule(m);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.status().message(), "graphs run each other more than 64 deep");
}

TEST_F(Calls, WrongGraphsAreRefused) {
  Branches(kFloats);
  main.graph.ops[0].op = ops::If{.then_graph = 1, .else_graph = 3, .dtypes = {DType::kF32}, .shapes = {kOpen}};
  EXPECT_EQ(Refusal(), "'branch' (If): graph 3 does not exist, there are 3");
  main.graph.ops[0].op = ops::If{.then_graph = 1, .else_graph = -1, .dtypes = {DType::kF32}, .shapes = {kOpen}};
  EXPECT_EQ(Refusal(), "'branch' (If): graph -1 does not exist, there are 3");
}

TEST_F(Calls, WrongArityAndDtypesAreRefused) {
  Branches(kFloats);
  two.Input(kFloats, "more");
  EXPECT_EQ(Refusal(), "'branch' (If): graph 'two' has 2 inputs, the op has 1");
  two.graph.inputs.pop_back();
  two.graph.outputs.push_back(two.graph.outputs[0]);
  EXPECT_EQ(Refusal(), "'branch' (If): graph 'two' has 2 outputs, the op has 1");
  two.graph.outputs.pop_back();
  one.graph.tensors[0].type.dtype = DType::kI32;
  EXPECT_EQ(Refusal(), "'branch' (If): graph 'one' has i32 as 'x', the op has f32");
}

TEST_F(Calls, AnyByteButZeroIsTrue) {
  Branches(kFloats);
  Tensor c(kBool);
  *static_cast<uint8_t*>(c.data()) = 0x80;
  main.graph.ops[0].inputs[0] = main.Constant(c);
  ASSERT_TRUE(Load().ok());
  EXPECT_THAT(Run({False(), Floats({1, 2})})[0].as<float>(), ElementsAre(-1, -2));
}

// Two operands would be one tensor.
TEST_F(Calls, AnInputThatIsListedTwiceIsRefused) {
  Branches(kFloats);
  main.graph.ops[0].inputs.push_back(main.graph.ops[0].inputs[1]);
  one.graph.inputs.push_back(one.graph.inputs[0]);
  two.Input(kFloats, "y");
  EXPECT_EQ(Refusal(), "'branch' (If): graph 'one' lists the input 'x' twice");
}

TEST_F(Calls, AConditionGivesOneBool) {
  int x = main.Input(kFloats, "x");
  main.graph.outputs = AddCall(main, ops::While{.cond_graph = 1, .body_graph = 2}, {x}, "loop", {DType::kF32});
  one.graph.outputs = {one.Input(kFloats, "x")};
  two.graph.outputs = {two.Input(kFloats, "x")};
  EXPECT_EQ(Refusal(), "'loop' (While): graph 'one' decides whether to go on, so it gives one bool");
}

// Shapes known, a loop needs no memory but its own.
TEST_F(Calls, ALoopOverFixedShapesIsOneSegment) {
  int i = main.Input(kInt, "i"), x = main.Input(kFloats, "x"), w = main.Input(kFloats, "w");
  ops::While loop{.cond_graph = 1, .body_graph = 2};
  std::vector<int> y = AddCall(main, loop, {i, x, w}, "loop", {DType::kI32, DType::kF32, DType::kF32});
  main.graph.outputs = {main.Add(kNeg, {y[1]}, "neg"), y[2]};
  for (TestGraph* g : {&one, &two}) {
    g->Input(kInt, "i");
    g->Input(kFloats, "x");
    g->Input(kFloats, "w");
  }
  CountTo(one, 3);
  int next = Next(two);
  two.graph.outputs = {next, two.Add(kAdd, {1, 2}, "sum"), 2};
  auto model = Model::FromModule(Module());
  ASSERT_TRUE(model.ok()) << model.status().message();
  Shape shapes[] = {Shape{}, Shape{2}, Shape{2}};
  const PlanGraph& g = (*model)->graph(0);
  auto plan = (*model)->PlanFor(0, StartKey(g, shapes), StartOf(g, shapes), {.kernel_sets = {&OwnKernels()}});
  ASSERT_TRUE(plan.ok()) << plan.status().message();
  EXPECT_TRUE((*plan)->last);
  EXPECT_THAT((*plan)->dynamic, SizeIs(0));
  EXPECT_EQ((*plan)->tensors[static_cast<size_t>(y[2])].root, w) << "what the body passes on is no copy";
  ASSERT_TRUE(Open(*model).ok());
  std::vector<Tensor> out = Run({Int(0), Floats({1, 2}), Floats({10, 20})});
  EXPECT_THAT(out[0].as<float>(), ElementsAre(-31, -62));
  EXPECT_THAT(out[1].as<float>(), ElementsAre(10, 20));
}

}  // namespace
}  // namespace slipway::interpreter
