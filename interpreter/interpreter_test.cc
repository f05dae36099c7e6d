#include "interpreter/interpreter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <algorithm>

#include <thread>

#include "interpreter/graph_for_test.h"
#include "interpreter/profiler.h"
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

using testing::ElementsAre;
using testing::HasSubstr;

const ops::Unary kNeg{.kind = ops::UnaryKind::kNeg};
const ops::Binary kAdd{.kind = ops::BinaryKind::kAdd};
const TensorType kRow(DType::kF32, {-1, 2});

std::shared_ptr<const Model> ModelOf(const TestGraph& g) {
  auto model = Model::FromModule(g.Module());
  EXPECT_TRUE(model.ok()) << model.status().message();
  return *model;
}

std::unique_ptr<Interpreter> Made(std::shared_ptr<const Model> model, InterpreterOptions options = {}) {
  auto made = Interpreter::Create(std::move(model), std::move(options));
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(made).value();
}

// y = -(x + 1), z = x as a view
TestGraph NegPlusOne() {
  TestGraph g;
  int x = g.Input(kRow, "x");
  int sum = g.Add(kAdd, {x, g.Constant(Tensor::Of<float>({1}, {1}))}, "sum");
  g.graph.outputs = {g.Add(kNeg, {sum}, "y"), g.Add(ops::Reshape{}, {x, g.Ints({-1})}, "z")};
  return g;
}

TEST(Interpreter, RunsByNameAndResizes) {
  auto interpreter = Made(ModelOf(NegPlusOne()));
  Runner& runner = interpreter->main();
  ASSERT_EQ(runner.num_inputs(), 1);
  EXPECT_EQ(runner.input_name(0), "x");
  EXPECT_EQ(runner.FindOutput("z"), 1);
  EXPECT_EQ(runner.FindOutput("w"), -1);
  EXPECT_EQ(runner.declared_input_type(0).shape, Shape({-1, 2}));
  EXPECT_EQ(runner.input_type(0).shape, Shape({1, 2}));
  EXPECT_EQ(runner.Output<float>(0).status().message(),
            "output 'y' has no elements yet: its shape is known after a run");
  std::span<float> x = *runner.Input<float>(0);
  x[0] = 1;
  x[1] = 2;
  ASSERT_TRUE(runner.Invoke().ok());
  EXPECT_THAT(*runner.Output<float>(0), ElementsAre(-2, -3));
  EXPECT_THAT(*runner.Output<float>(1), ElementsAre(1, 2));
  ASSERT_TRUE(runner.Invoke().ok());  // inputs stay
  EXPECT_THAT(*runner.Output<float>(0), ElementsAre(-2, -3));

  Tensor wide = Tensor::Of<float>({2, 2}, {1, 2, 3, 4});
  auto results = runner.Run(std::span(&wide, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_TRUE(Identical(results->at(0), Tensor::Of<float>({2, 2}, {-2, -3, -4, -5})));
  EXPECT_EQ(runner.output_type(1).shape, Shape({4}));
}

TEST(Interpreter, WrongUseIsASentence) {
  auto interpreter = Made(ModelOf(NegPlusOne()));
  Runner& runner = interpreter->main();
  EXPECT_EQ(runner.Input<int32_t>(0).status().message(), "input 'x' is f32[1,2], not i32");
  EXPECT_EQ(runner.Input<float>(1).status().message(), "there is no input 1, there are 1");
  EXPECT_EQ(runner.SetInput(0, Tensor(DType::kI8, {1, 2})).message(), "input 'x' is f32[1,2], not i8[1,2]");
  EXPECT_EQ(runner.ResizeInput(0, {-1, 2}).message(), "input 'x' cannot be resized to [?,2]");
  EXPECT_EQ(interpreter->SignatureRunner("serving").status().message(),
            "there is no signature 'serving': the model has none");
  ASSERT_TRUE(runner.ResizeInput(0, {int64_t{1} << 20, int64_t{1} << 30}).kind() == ErrorKind::kMachine);
  EXPECT_EQ(runner.input_type(0).shape, Shape({1, 2}));
  EXPECT_TRUE(runner.Invoke().ok());
}

TEST(Interpreter, UnknownRankMustBeResized) {
  TestGraph g;
  int x = g.Input({DType::kF32, Shape::UnknownRank()}, "x");
  g.graph.outputs = {g.Add(kNeg, {x}, "y")};
  auto interpreter = Made(ModelOf(g));
  EXPECT_THAT(interpreter->main().Invoke().message(), HasSubstr("input 'x' has no fixed shape"));
  Tensor value = Tensor::Of<float>({3}, {1, 2, 3});
  auto results = interpreter->main().Run(std::span(&value, 1));
  ASSERT_TRUE(results.ok());
  EXPECT_TRUE(Identical(results->at(0), Tensor::Of<float>({3}, {-1, -2, -3})));
}

TEST(Interpreter, SignaturesNameInputsAndOutputs) {
  PlanModule m = NegPlusOne().Module();
  m.signatures = {{"flipped", 0, {{"pixels", 0}}, {{"copy", 1}, {"negated", 0}}}, {"other", 0, {}, {{"negated", 0}}}};
  auto interpreter = Made(*Model::FromModule(std::move(m)));
  auto runner = interpreter->SignatureRunner("flipped");
  ASSERT_TRUE(runner.ok());
  EXPECT_EQ(*runner, *interpreter->SignatureRunner("flipped"));
  ASSERT_EQ((*runner)->FindInput("pixels"), 0);
  (*runner)->Input<float>(0)->front() = 5;
  ASSERT_TRUE((*runner)->Invoke().ok());
  EXPECT_THAT(*(*runner)->Output<float>((*runner)->FindOutput("negated")), ElementsAre(-6, -1));
  EXPECT_THAT(*(*runner)->Output<float>(0), ElementsAre(5, 0));
  EXPECT_EQ(interpreter->SignatureRunner("x").status().message(),
            "there is no signature 'x'; there are 'flipped', 'other'");
}

TEST(Interpreter, CallersBuffers) {
  auto interpreter = Made(ModelOf(NegPlusOne()), {.kernel_sets = {&InPlaceKernels()}});
  Runner& runner = interpreter->main();
  alignas(64) float x[2] = {1, 2}, y[2] = {}, z[2] = {};
  ASSERT_TRUE(runner.UseInputBuffer(0, x, sizeof x).ok());
  ASSERT_TRUE(runner.UseOutputBuffer(0, y, sizeof y).ok());
  ASSERT_TRUE(runner.UseOutputBuffer(1, z, sizeof z).ok());  // a view of the input: copied
  ASSERT_TRUE(runner.Invoke().ok());
  EXPECT_THAT(y, ElementsAre(-2, -3));
  EXPECT_THAT(z, ElementsAre(1, 2));
  EXPECT_EQ(runner.Output<float>(0)->data(), y);
  x[0] = 7;
  ASSERT_TRUE(runner.Invoke().ok());
  EXPECT_THAT(y, ElementsAre(-8, -3));
  ASSERT_TRUE(runner.UseOutputBuffer(0, nullptr, 0).ok());
  ASSERT_TRUE(runner.UseInputBuffer(0, nullptr, 0).ok());
  ASSERT_TRUE(runner.Invoke().ok());
  EXPECT_THAT(y, ElementsAre(-8, -3));
  EXPECT_THAT(*runner.Output<float>(0), ElementsAre(-1, -1));

  EXPECT_THAT(runner.UseInputBuffer(0, x, 7).message(), HasSubstr("the buffer has 7 bytes"));
  EXPECT_THAT(runner.UseOutputBuffer(0, y, 7).message(), HasSubstr("the buffer has 7 bytes"));
  EXPECT_THAT(runner.UseInputBuffer(0, reinterpret_cast<char*>(x) + 1, 8).message(), HasSubstr("not aligned"));

  // After a resize the output no longer fits.
  ASSERT_TRUE(runner.UseOutputBuffer(0, y, sizeof y).ok());
  ASSERT_TRUE(runner.ResizeInput(0, {2, 2}).ok());
  EXPECT_EQ(runner.Invoke().message(), "output 'y' is now f32[2,2], its buffer has 8 bytes");
  EXPECT_THAT(y, ElementsAre(-8, -3));
}

TEST(Interpreter, AnOutputThatIsAnInputOrAConstant) {
  TestGraph g;
  int x = g.Input({DType::kI32, {2}}, "x");
  int c = g.Ints({4, 5});
  g.graph.outputs = {x, c, x};
  auto interpreter = Made(ModelOf(g));
  Runner& runner = interpreter->main();
  Tensor value = Tensor::Vector(std::vector<int64_t>{8, 9});
  auto results = runner.Run(std::span(&value, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_EQ(results->at(0).AsInts(), (std::vector<int64_t>{8, 9}));
  EXPECT_EQ(results->at(1).AsInts(), (std::vector<int64_t>{4, 5}));
  EXPECT_EQ(results->at(2).AsInts(), (std::vector<int64_t>{8, 9}));
}

// counter += x; outputs the counter before and after.
TestGraph Counter() {
  TestGraph g;
  g.variables = {{"counter", {DType::kF32, {2}}, Tensor::Of<float>({2}, {10, 20})}};
  ops::ReadVariable read{.variable = 0, .dtype = DType::kF32, .shape = {2}};
  int x = g.Input({DType::kF32, {2}}, "x");
  int before = g.Add(read, {}, "before", DType::kF32);
  int sum = g.Add(kAdd, {before, x}, "sum");
  g.AddNoResult(ops::AssignVariable{.variable = 0}, {sum}, "assign");
  int after = g.Add(read, {}, "after", DType::kF32);
  g.graph.outputs = {before, after};
  return g;
}

TEST(Interpreter, VariablesKeepTheirValues) {
  auto model = ModelOf(Counter());
  auto interpreter = Made(model);
  Tensor one = Tensor::Of<float>({2}, {1, 2});
  auto results = interpreter->main().Run(std::span(&one, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_THAT(results->at(0).as<float>(), ElementsAre(10, 20));
  EXPECT_THAT(results->at(1).as<float>(), ElementsAre(11, 22));
  results = interpreter->main().Run(std::span(&one, 1));
  EXPECT_THAT(results->at(0).as<float>(), ElementsAre(11, 22));
  EXPECT_THAT(results->at(1).as<float>(), ElementsAre(12, 24));
  interpreter->ResetState();
  results = interpreter->main().Run(std::span(&one, 1));
  EXPECT_THAT(results->at(1).as<float>(), ElementsAre(11, 22));

  // Others have their own, unless they share.
  auto stranger = Made(model);
  EXPECT_THAT(stranger->variables().value(0).as<float>(), ElementsAre(10, 20));
  std::vector<Tensor> mine = {Tensor::Of<float>({2}, {100, 200})};
  auto bound = Variables::Bind(model->module(), mine);
  ASSERT_TRUE(bound.ok());
  auto shared = std::make_shared<Variables>(std::move(*bound));
  auto a = Made(model, {.variables = shared}), b = Made(model, {.variables = shared});
  ASSERT_TRUE(a->main().Run(std::span(&one, 1)).ok());
  ASSERT_TRUE(b->main().Run(std::span(&one, 1)).ok());
  EXPECT_THAT(mine[0].as<float>(), ElementsAre(102, 204));

  EXPECT_THAT(Variables::Bind(model->module(), {}).status().message(), HasSubstr("the model has 1 variables"));
  EXPECT_THAT(Variables::Bind(model->module(), {Tensor(DType::kF32, {3})}).status().message(),
              HasSubstr("variable 'counter' is f32[2], not f32[3]"));
}

TEST(Interpreter, ShapesThatDependOnData) {
  TestGraph g;
  int x = g.Input({DType::kF32, {12}}, "x");
  int shape = g.Input({DType::kI32, {2}}, "shape");
  int y = g.Add(ops::Reshape{}, {g.Add(kNeg, {x}, "neg"), shape}, "y");
  int rows = g.Add(ops::Reduce{.kind = ops::ReduceKind::kSum}, {y, g.Ints({1})}, "rows");
  int again = g.Add(ops::Reshape{}, {y, shape}, "again");
  int flat = g.Add(ops::Reshape{}, {again, g.Ints({-1})}, "flat");
  int both = g.Add(ops::Concat{.axis = 0}, {flat, rows}, "both");
  g.graph.outputs = {rows, both, y};
  auto model = ModelOf(g);
  auto interpreter = Made(model, {.kernel_sets = {&InPlaceKernels()}});
  Runner& runner = interpreter->main();
  std::vector<float> numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  std::copy(numbers.begin(), numbers.end(), runner.Input<float>(0)->begin());
  EXPECT_THAT(runner.UseOutputBuffer(0, numbers.data(), 48).message(), HasSubstr("depends on data"));
  EXPECT_EQ(runner.output_type(2).shape, Shape({-1, -1}));  // until it has run
  auto run = [&](int32_t height, int32_t width) {
    (*runner.Input<int32_t>(1))[0] = height;
    (*runner.Input<int32_t>(1))[1] = width;
    return runner.Invoke();
  };
  for (int repeat = 0; repeat < 2; ++repeat) {
    ASSERT_TRUE(run(2, 6).ok());
    EXPECT_THAT(*runner.Output<float>(0), ElementsAre(-15, -51));
    EXPECT_EQ(runner.output_type(1).shape, Shape({14}));
    EXPECT_EQ(runner.output_type(2).shape, Shape({2, 6}));
    EXPECT_EQ(runner.Output<float>(1)->back(), -51);
    Status status = run(4, -1);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_THAT(*runner.Output<float>(0), ElementsAre(-3, -12, -21, -30));
    EXPECT_EQ(runner.output_type(1).shape, Shape({16}));
    status = run(5, 5);
    ASSERT_FALSE(status.ok());
    EXPECT_THAT(status.message(), testing::StartsWith("'y' (Reshape): "));
  }
}

TEST(Interpreter, Strings) {
  TestGraph g;
  int x = g.Input({DType::kString, {-1}}, "x");
  int c = g.Constant(Tensor::Of<std::string>({1}, {"constant"}));
  int both = g.Add(ops::Concat{.axis = 0}, {x, c}, "both");
  g.graph.outputs = {g.Add(ops::Reshape{}, {both, g.Ints({1, -1})}, "row")};
  auto interpreter = Made(ModelOf(g));
  Tensor value = Tensor::Of<std::string>({2}, {"a", "a string that is longer than a small one"});
  auto results = interpreter->main().Run(std::span(&value, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_EQ(results->at(0).shape(), Shape({1, 3}));
  EXPECT_THAT(results->at(0).strings(), ElementsAre("a", "a string that is longer than a small one", "constant"));
  Tensor none(DType::kString, {0});
  results = interpreter->main().Run(std::span(&none, 1));
  ASSERT_TRUE(results.ok()) << results.status().message();
  EXPECT_THAT(results->at(0).strings(), ElementsAre("constant"));
  EXPECT_THAT(interpreter->main().InputBytes(0).status().message(), HasSubstr("holds strings"));
}

TEST(Interpreter, DataErrorsNameTheOp) {
  TestGraph g;
  int x = g.Input({DType::kI32, {1}}, "x");
  int y = g.Input({DType::kI32, {1}}, "y");
  g.graph.outputs = {g.Add(ops::Binary{.kind = ops::BinaryKind::kFloorDiv}, {x, y}, "model/ratio")};
  auto interpreter = Made(ModelOf(g));
  Status status = interpreter->main().Invoke();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.message(), "'model/ratio' (FloorDiv): integer division by zero: operand 1 holds 0 at [0]");
  interpreter->main().Input<int32_t>(1)->front() = 2;
  EXPECT_TRUE(interpreter->main().Invoke().ok());
}

class Recorder final : public Observer {
 public:
  std::vector<std::string> seen;
  std::function<void()> then;
  void OnInputs(int, std::span<const ObservedTensor> inputs) override {
    for (const ObservedTensor& t : inputs) seen.push_back(StrCat("input ", t.name, " ", t.type));
  }
  void OnOp(const OpEvent& e) override {
    for (const ObservedTensor& t : e.outputs)
      seen.push_back(StrCat(e.op.origin, " ", t.type.shape, " ", static_cast<const float*>(t.data)[0], " ", e.kernel));
    if (then) then();
  }
};

TEST(Interpreter, ObserversSeeEveryOp) {
  auto interpreter = Made(ModelOf(NegPlusOne()), {.kernel_sets = {&InPlaceKernels()}});
  Recorder recorder;
  interpreter->SetObserver(&recorder);
  interpreter->main().Input<float>(0)->front() = 1;
  ASSERT_TRUE(interpreter->main().Invoke().ok());
  EXPECT_THAT(recorder.seen, ElementsAre("input x f32[1,2]", "sum [1,2] 2 in place reference",
                                         "y [1,2] -2 in place reference", "z [2] 1 "));
  interpreter->SetObserver(nullptr);
  ASSERT_TRUE(interpreter->main().Invoke().ok());
  EXPECT_EQ(recorder.seen.size(), 4u);
  EXPECT_THAT(*interpreter->main().Output<float>(0), ElementsAre(-2, -1));
}

TEST(Interpreter, CancelStopsARun) {
  auto interpreter = Made(ModelOf(NegPlusOne()));
  Recorder recorder;
  recorder.then = [&] { interpreter->Cancel(); };
  interpreter->SetObserver(&recorder);
  Status status = interpreter->main().Invoke();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.kind(), ErrorKind::kCancelled);
  EXPECT_EQ(recorder.seen.size(), 2u);  // the input and the first op
  recorder.then = nullptr;
  EXPECT_TRUE(interpreter->main().Invoke().ok());
}

TEST(Profiler, SumsPerOp) {
  auto interpreter = Made(ModelOf(NegPlusOne()), {.backend = Backend::kReference});
  Profiler profiler;
  interpreter->SetObserver(&profiler);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(interpreter->main().Invoke().ok());
  std::vector<OpTime> times = profiler.Times();
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].origin, "sum");
  EXPECT_EQ(times[1].op, "Neg");
  EXPECT_EQ(times[1].kernel, "reference reference");
  EXPECT_EQ(times[1].runs, 3);
  EXPECT_GT(times[1].seconds, 0);
}

TEST(Interpreter, BackendsByName) {
  ASSERT_TRUE(BackendFromName("kernel").ok());
  EXPECT_EQ(*BackendFromName("kernel"), Backend::kKernel);
  EXPECT_EQ(BackendFromName("gpu").status().message(),
            "there is no backend 'gpu'; there are auto, reference, kernel, xnnpack, bfloat16");
}

TEST(Model, InterpretersShareOnePlanPerShape) {
  auto model = ModelOf(NegPlusOne());
  SegmentStart start;
  start.types.resize(model->graph(0).tensors.size());
  start.types[0] = {DType::kF32, {3, 2}};
  PlanOptions options{.kernel_sets = KernelSetsOf(Backend::kAuto)};
  auto a = model->PlanFor(0, "[3,2]", start, options), b = model->PlanFor(0, "[3,2]", start, options);
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_EQ(*a, *b);
  options.exact = true;
  EXPECT_NE(*a, *model->PlanFor(0, "[3,2]", start, options));
  // Many shapes push out old plans, which live on where they are used.
  for (int64_t i = 1; i < 200; ++i) {
    start.types[0].shape = {i, 2};
    ASSERT_TRUE(model->PlanFor(0, StrCat(i), start, options).ok());
  }
  EXPECT_EQ((*a)->steps.size(), 3u);
}

TEST(Model, ManyThreadsRunOneModel) {
  auto model = ModelOf(NegPlusOne());
  auto pool = std::make_shared<ThreadPool>(2);
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      auto interpreter = Interpreter::Create(model, {.pool = pool});
      for (int i = 0; i < 100; ++i) {
        int64_t rows = 1 + (i * 7 + k) % 5;
        Tensor x(DType::kF32, {rows, 2});
        for (float& v : x.as<float>()) v = static_cast<float>(k);
        auto y = (*interpreter)->main().Run(std::span(&x, 1));
        if (!y.ok() || y->at(0).shape() != x.shape()) continue;
        std::span<const float> values = std::as_const(y->at(0)).as<float>();
        good += std::all_of(values.begin(), values.end(), [&](float v) { return v == -1.0f - static_cast<float>(k); });
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(good, 400);
}

TEST(Interpreter, BoundsOpsAndMemory) {
  TestGraph g;
  int x = g.Input(kRow, "x");
  g.graph.outputs = {g.Add(kAdd, {g.Add(kNeg, {x}, "neg"), x}, "sum")};
  auto model = ModelOf(g);
  Tensor input(DType::kF32, {100, 2});
  auto run = [&](InterpreterOptions options) { return ToStatus(Made(model, options)->main().Run({&input, 1})); };
  EXPECT_TRUE(run({.max_arena_bytes = 10000, .max_ops = 2}).ok());
  Status ops = run({.max_ops = 1});
  ASSERT_FALSE(ops.ok());
  EXPECT_THAT(ops.message(), HasSubstr("2 ops, more than the limit of 1"));
  Status memory = run({.max_arena_bytes = 500});
  ASSERT_FALSE(memory.ok());
  EXPECT_THAT(memory.message(), HasSubstr("the limit of 500"));
}

}  // namespace
}  // namespace slipway::interpreter
