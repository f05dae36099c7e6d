// Plans with nodes of an engine: a fake one that shows when and what is built, and XNNPACK.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <thread>

#include "base/random.h"
#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "interpreter/profiler.h"
#include "interpreter/xnnpack/engine.h"
#include "ops/binary/binary.h"
#include "ops/concat/concat.h"
#include "ops/conv_2d/conv_2d.h"
#include "ops/depthwise_conv_2d/depthwise_conv_2d.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/pad/pad.h"
#include "ops/reduce/reduce.h"
#include "ops/reshape/reshape.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"

namespace slipway::interpreter {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Negates; builds as often as it is allowed to.
class FakeEngine final : public NodeEngine {
 public:
  const char* name() const override { return "fake"; }
  bool Takes(const ops::Op& op, const PrepareContext&) const override {
    const auto* unary = op.As<ops::Unary>();
    return unary && unary->kind == ops::UnaryKind::kNeg;
  }
  Result<std::unique_ptr<EngineRun>> Build(std::span<const EngineNode> nodes, ThreadPool&) const override {
    if (allowed == 0) return MachineError("the fake engine is tired");
    --allowed;
    auto run = std::make_unique<FakeRun>();
    for (const EngineNode& n : nodes) run->nodes.push_back({n.in, n.out, n.context.inputs[0].shape.Elements()});
    sizes.push_back(nodes.size());
    return std::unique_ptr<EngineRun>(std::move(run));
  }
  mutable int allowed = 1000;
  mutable std::vector<size_t> sizes;  // of the runs built

 private:
  struct Node {
    const void* const* in;
    void* const* out;
    int64_t n;
    const float* x = nullptr;
    float* y = nullptr;
  };
  struct FakeRun final : EngineRun {
    std::vector<Node> nodes;
    Status Setup() override {
      for (Node& n : nodes) n.x = static_cast<const float*>(*n.in), n.y = static_cast<float*>(*n.out);
      return OkStatus();
    }
    Code Run() override {
      for (const Node& n : nodes)
        for (int64_t i = 0; i < n.n; ++i) n.y[i] = -n.x[i];
      return Code::kOk;
    }
    size_t bytes() const override { return 100 * nodes.size(); }
  };
};

const ops::Unary kNeg{.kind = ops::UnaryKind::kNeg}, kAbs{.kind = ops::UnaryKind::kAbs};

std::shared_ptr<const Model> ModelOf(const TestGraph& g) {
  auto model = Model::FromModule(g.Module());
  EXPECT_TRUE(model.ok()) << model.status().message();
  return *model;
}

std::unique_ptr<Interpreter> Made(std::shared_ptr<const Model> model, InterpreterOptions options) {
  auto made = Interpreter::Create(std::move(model), std::move(options));
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(made).value();
}

std::vector<float> Outputs(Interpreter& interpreter, const Tensor& x) {
  auto y = interpreter.main().Run(std::span(&x, 1));
  EXPECT_TRUE(y.ok()) << y.status().message();
  if (!y.ok()) return {};
  std::span<const float> values = std::as_const(y->at(0)).as<float>();
  return {values.begin(), values.end()};
}

// x -> neg -> (a view) -> neg -> abs -> neg
TestGraph TwoRuns() {
  TestGraph g;
  int x = g.Input({DType::kF32, {-1, 2}}, "x");
  int a = g.Add(kNeg, {x}, "a");
  int view = g.Add(ops::Reshape{}, {a, g.Ints({-1})}, "view");
  int b = g.Add(kNeg, {view}, "b");
  g.graph.outputs = {g.Add(kNeg, {g.Add(kAbs, {b}, "c")}, "d")};
  return g;
}

TEST(Engine, NeighboursAreOneRunThroughViews) {
  FakeEngine fake;
  auto interpreter = Made(ModelOf(TwoRuns()), {.kernel_sets = {&OwnKernels()}, .engine = &fake});
  EXPECT_THAT(Outputs(*interpreter, Tensor::Of<float>({1, 2}, {3, -4})), ElementsAre(-3, -4));
  EXPECT_THAT(fake.sizes, ElementsAre(2, 1));
  EXPECT_EQ(interpreter->engine_bytes(), 300u);
  EXPECT_THAT(Outputs(*interpreter, Tensor::Of<float>({2, 2}, {1, 2, -5, 0})), ElementsAre(-1, -2, -5, 0));
  EXPECT_THAT(fake.sizes, ElementsAre(2, 1, 2, 1)) << "built again after a resize";
  EXPECT_THAT(Outputs(*interpreter, Tensor::Of<float>({2, 2}, {1, 2, -5, 7})), ElementsAre(-1, -2, -5, -7));
  EXPECT_EQ(fake.sizes.size(), 4u) << "but not for the same shape";
}

TEST(Engine, ObserversSeeEachNode) {
  FakeEngine fake;
  auto interpreter = Made(ModelOf(TwoRuns()), {.kernel_sets = {&OwnKernels()}, .engine = &fake});
  Tensor x = Tensor::Of<float>({1, 2}, {3, -4});
  Outputs(*interpreter, x);
  Profiler profiler;
  interpreter->SetObserver(&profiler);
  EXPECT_THAT(Outputs(*interpreter, x), ElementsAre(-3, -4));
  EXPECT_THAT(fake.sizes, ElementsAre(2, 1, 1, 1, 1));
  interpreter->SetObserver(nullptr);
  EXPECT_THAT(Outputs(*interpreter, x), ElementsAre(-3, -4));
  std::vector<std::string> rows;
  for (const OpTime& t : profiler.Times())
    rows.push_back(StrCat(t.origin, " ", t.kernel.substr(0, t.kernel.find(' '))));
  EXPECT_THAT(rows, ElementsAre("a fake", "b fake", "c kernel", "d fake"));
}

TEST(Engine, OwnKernelsTakeOverWhereBuildingFails) {
  for (int allowed : {0, 1, 2, 3}) {
    FakeEngine fake;
    fake.allowed = allowed;
    auto interpreter = Made(ModelOf(TwoRuns()), {.kernel_sets = {&OwnKernels()}, .engine = &fake});
    EXPECT_THAT(Outputs(*interpreter, Tensor::Of<float>({1, 2}, {3, -4})), ElementsAre(-3, -4)) << allowed;
    EXPECT_THAT(Outputs(*interpreter, Tensor::Of<float>({2, 2}, {1, 2, -5, 0})), ElementsAre(-1, -2, -5, 0)) << allowed;
    EXPECT_EQ(interpreter->engine_failure().message(), "the fake engine is tired");
    EXPECT_EQ(interpreter->engine_bytes(), 0u);
  }
}

// A cut between two runs: the second segment fails to build while the first keeps its own.
TEST(Engine, FailureInALaterSegment) {
  TestGraph g;
  int x = g.Input({DType::kF32, {4}}, "x"), shape = g.Input({DType::kI32, {2}}, "shape");
  int a = g.Add(kNeg, {x}, "a");
  int b = g.Add(ops::Reshape{}, {a, shape}, "b");
  int c = g.Add(kAbs, {b}, "c");
  g.graph.outputs = {g.Add(kNeg, {c}, "d")};
  for (int allowed : {1, 2}) {
    FakeEngine fake;
    fake.allowed = allowed;
    auto interpreter = Made(ModelOf(g), {.kernel_sets = {&OwnKernels()}, .engine = &fake});
    for (int i = 0; i < 3; ++i) {
      Tensor in[] = {Tensor::Of<float>({4}, {1, -2, 3, -4}), Tensor::Of<int32_t>({2}, {2, 2})};
      auto y = interpreter->main().Run(in);
      ASSERT_TRUE(y.ok()) << y.status().message();
      EXPECT_EQ(y->at(0).shape(), Shape({2, 2}));
      EXPECT_THAT(std::as_const(y->at(0)).as<float>(), ElementsAre(-1, -2, -3, -4));
    }
    EXPECT_EQ(interpreter->engine_failure().ok(), allowed == 2);
  }
}

Tensor Random(Shape shape, uint64_t seed) {
  Tensor t(DType::kF32, shape);
  RandomStream random(seed);
  for (float& v : t.as<float>()) v = static_cast<float>(random.Uniform()) - 0.5f;
  return t;
}

// A small image classifier with a pad before a strided convolution, a residual, and a Concat, which XNNPACK has not.
TestGraph Classifier() {
  using ops::Activation, ops::FilterLayout;
  TestGraph g;
  int x = g.Input({DType::kF32, {-1, 9, 9, 3}}, "x");
  int padded = g.Add(ops::Pad{}, {x, g.Constant(Tensor::Of<int32_t>({4, 2}, {0, 0, 0, 1, 0, 1, 0, 0}))}, "pad");
  int stem = g.Add(
      ops::Conv2D{.stride_h = 2, .stride_w = 2, .activation = Activation::kRelu6, .layout = FilterLayout::kTflite},
      {padded, g.Constant(Random({8, 3, 3, 3}, 1)), g.Constant(Random({8}, 2))}, "stem");
  int depthwise = g.Add(ops::DepthwiseConv2D{.padding = ops::Padding::kSame, .layout = FilterLayout::kTflite},
                        {stem, g.Constant(Random({1, 3, 3, 8}, 3)), g.Constant(Random({8}, 4))}, "depthwise");
  int sum = g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {stem, depthwise}, "sum");
  int both = g.Add(ops::Concat{.axis = 3}, {sum, stem}, "both");
  int mean = g.Add(ops::Reduce{.kind = ops::ReduceKind::kMean}, {both, g.Ints({1, 2})}, "mean");
  int logits =
      g.Add(ops::FullyConnected{}, {mean, g.Constant(Random({5, 16}, 5)), g.Constant(Random({5}, 6))}, "logits");
  g.graph.outputs = {g.Add(ops::Softmax{}, {logits}, "y")};
  return g;
}

void ExpectNear(const std::vector<float>& got, const std::vector<float>& want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-6) << i;
}

class Xnnpack : public testing::Test {
 protected:
  void SetUp() override {
    if (!XnnEngine(XnnUse::kAll)) GTEST_SKIP() << "built without XNNPACK";
  }
  std::shared_ptr<const Model> model = ModelOf(Classifier());
};

TEST_F(Xnnpack, AgreesWithOurKernelsThroughResizes) {
  auto own = Made(model, {.backend = Backend::kKernel});
  for (int threads : {1, 2}) {
    auto xnn = Made(model, {.num_threads = threads, .backend = Backend::kXnnpack});
    for (int64_t batch : {1, 3, 1, 2, 2}) {
      Tensor x = Random({batch, 9, 9, 3}, static_cast<uint64_t>(batch));
      ExpectNear(Outputs(*xnn, x), Outputs(*own, x));
    }
    EXPECT_TRUE(xnn->engine_failure().ok()) << xnn->engine_failure().message();
    EXPECT_GE(xnn->engine_bytes(), 4u * (8 * 27 + 72 + 80)) << "packed weights";
  }
}

TEST_F(Xnnpack, ProfileTellsWhichNodesWentWhere) {
  auto xnn = Made(model, {.backend = Backend::kXnnpack});
  Profiler profiler;
  xnn->SetObserver(&profiler);
  auto own = Made(model, {.backend = Backend::kKernel});
  Tensor x = Random({2, 9, 9, 3}, 1);
  ExpectNear(Outputs(*xnn, x), Outputs(*own, x));
  std::vector<std::string> rows;
  for (const OpTime& t : profiler.Times())
    rows.push_back(StrCat(t.origin, " ", t.kernel.substr(0, t.kernel.find(' '))));
  EXPECT_THAT(rows, ElementsAre("pad xnnpack", "stem xnnpack", "depthwise xnnpack", "sum xnnpack", "both kernel",
                                "mean xnnpack", "logits xnnpack", "y xnnpack"));
}

TEST_F(Xnnpack, TwoInterpretersOfOnePlanKeepTheirOwnData) {
  auto a = Made(model, {.backend = Backend::kXnnpack}), b = Made(model, {.backend = Backend::kXnnpack});
  Tensor x = Random({1, 9, 9, 3}, 1), z = Random({1, 9, 9, 3}, 2);
  std::vector<float> ax = Outputs(*a, x), bz = Outputs(*b, z);
  EXPECT_NE(ax, bz);
  EXPECT_EQ(Outputs(*b, x), ax);
  EXPECT_EQ(Outputs(*a, z), bz);
  b.reset();
  EXPECT_EQ(Outputs(*a, x), ax);
}

TEST_F(Xnnpack, ManyThreadsShareModelAndPool) {
  auto own = Made(model, {.backend = Backend::kKernel});
  auto pool = std::make_shared<ThreadPool>(2);
  std::vector<float> want[3];
  for (int64_t n = 1; n <= 3; ++n) want[n - 1] = Outputs(*own, Random({n, 9, 9, 3}, static_cast<uint64_t>(n)));
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      auto xnn = Interpreter::Create(model, {.pool = pool, .backend = Backend::kXnnpack});
      for (int i = 0; i < 30; ++i) {
        int64_t n = 1 + (i * 7 + k) % 3;
        Tensor x = Random({n, 9, 9, 3}, static_cast<uint64_t>(n));
        auto y = (*xnn)->main().Run(std::span(&x, 1));
        if (!y.ok()) continue;
        std::span<const float> values = std::as_const(y->at(0)).as<float>();
        bool near = values.size() == want[n - 1].size();
        for (size_t j = 0; near && j < values.size(); ++j) near = std::fabs(values[j] - want[n - 1][j]) < 1e-6f;
        good += near;
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(good, 120);
}

// A buffer that ends where memory ends.
class EndOfMemory {
 public:
  explicit EndOfMemory(size_t bytes) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))), bytes_(bytes) {
    length_ = (bytes + page_ - 1) / page_ * page_;
    base_ =
        static_cast<char*>(mmap(nullptr, length_ + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base_ + length_, page_, PROT_NONE);
  }
  ~EndOfMemory() { munmap(base_, length_ + page_); }
  float* data() const { return reinterpret_cast<float*>(base_ + length_ - bytes_); }

 private:
  size_t page_, bytes_, length_;
  char* base_;
};

TEST_F(Xnnpack, BuffersOfTheCallerMayEndWhereMemoryEnds) {
  TestGraph g;
  int x = g.Input({DType::kF32, {1, 21}}, "x");
  int a = g.Add(kAbs, {x}, "a");
  g.graph.outputs = {a, g.Add(ops::Unary{.kind = ops::UnaryKind::kSigmoid}, {a}, "b")};
  auto xnn = Made(ModelOf(g), {.backend = Backend::kXnnpack});
  EndOfMemory in(21 * 4), out(21 * 4);
  Runner& runner = xnn->main();
  ASSERT_TRUE(runner.UseInputBuffer(0, in.data(), 21 * 4).ok());
  ASSERT_TRUE(runner.UseOutputBuffer(0, out.data(), 21 * 4).ok());
  for (float sign : {1.0f, -1.0f}) {
    for (int i = 0; i < 21; ++i) in.data()[i] = sign * static_cast<float>(i);
    ASSERT_TRUE(runner.Invoke().ok());
    EXPECT_EQ(out.data()[20], 20);
    EXPECT_NEAR((*runner.Output<float>(1))[1], 1 / (1 + std::exp(-1.0)), 1e-6);
  }
  EXPECT_EQ(runner.Input<float>(0)->data(), in.data());
}

TEST(Engine, BackendXnnpackIsRefusedWhereItIsNotBuiltIn) {
  auto made = Interpreter::Create(ModelOf(TwoRuns()), {.backend = Backend::kXnnpack});
  EXPECT_EQ(made.ok(), XnnEngine(XnnUse::kAll) != nullptr);
  if (!made.ok()) {
    EXPECT_THAT(made.status().message(), HasSubstr("not built in"));
  }
}

}  // namespace
}  // namespace slipway::interpreter
