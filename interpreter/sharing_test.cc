// Many interpreters of one model at once, each on a thread of its own: shapes that depend on data, states and variables
// that are each interpreter's, loops that another thread cancels. For the thread sanitizer (./check tsan), too.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "interpreter/graph_for_test.h"
#include "interpreter/interpreter.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/read_variable/read_variable.h"
#include "ops/reshape/reshape.h"
#include "ops/svdf/svdf.h"
#include "ops/where/where.h"
#include "ops/while/while.h"

namespace slipway::interpreter {
namespace {

constexpr int kThreads = 6;
const ops::Binary kAdd{.kind = ops::BinaryKind::kAdd};

std::shared_ptr<const Model> ModelOf(PlanModule module) {
  auto model = Model::FromModule(std::move(module));
  EXPECT_TRUE(model.ok()) << model.status().message();
  return *model;
}

// work(thread, interpreter) for each of them at once; false where it went wrong.
void AtOnce(const std::shared_ptr<const Model>& model, const std::function<bool(int, Interpreter&)>& work) {
  auto pool = std::make_shared<ThreadPool>(2);
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int k = 0; k < kThreads; ++k)
    threads.emplace_back([&, k] {
      InterpreterOptions options;
      // Some share a pool, some have one; not all have the same kernels, so several plans are made at once.
      if (k % 2) options.pool = pool;
      options.num_threads = 1 + k % 3;
      options.backend = k % 3 == 2 ? Backend::kKernel : Backend::kAuto;
      auto made = Interpreter::Create(model, options);
      good += made.ok() && work(k, **made);
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(good, kThreads);
}

TEST(Sharing, PackedWeightsAndShapesThatDependOnData) {
  TestGraph g;
  int x = g.Input({DType::kF32, {-1, 32}}, "x");
  Tensor weights(DType::kF32, {16, 32});
  for (float& v : weights.as<float>()) v = 1;
  int y = g.Add(ops::FullyConnected{}, {x, g.Constant(weights), kAbsent}, "dense");
  int places = g.Add(ops::Where{}, {y}, "places", DType::kI64);
  g.graph.outputs = {y, g.Add(ops::Reshape{}, {places, g.Ints({-1})}, "flat", DType::kI64)};
  AtOnce(ModelOf(g.Module()), [](int k, Interpreter& interpreter) {
    bool good = true;
    for (int i = 0; i < 30; ++i) {
      int64_t rows = 1 + (i * 5 + k) % 7, full = (i + k) % (rows + 1);
      Tensor in(DType::kF32, {rows, 32});
      for (int64_t e = 0; e < full * 32; ++e) in.as<float>()[static_cast<size_t>(e)] = static_cast<float>(k + 1);
      auto out = interpreter.main().Run(std::span(&in, 1));
      good &= out.ok() && out->at(1).elements() == full * 16 * 2;
      for (int64_t r = 0; good && r < rows; ++r)
        good &=
            out->at(0).as<float>()[static_cast<size_t>(r * 16)] == (r < full ? 32.0f * static_cast<float>(k + 1) : 0);
    }
    return good;
  });
}

// A counter in a variable and a delay line in a state tensor.
TEST(Sharing, StatesAreEachInterpretersOwn) {
  TestGraph g;
  int x = g.Input({DType::kF32, {1, 2}}, "x");
  g.variables = {{"count", TensorType(DType::kF32, {1, 2}), Tensor()}};
  int before = g.Add(ops::ReadVariable{.shape = {1, 2}}, {}, "read", DType::kF32);
  int after = g.Add(kAdd, {before, x}, "sum");
  g.AddNoResult(ops::AssignVariable{}, {after}, "assign");
  Tensor feature = Tensor::Of<float>({1, 2}, {1, 1}), time = Tensor::Of<float>({1, 3}, {1, 1, 1});
  g.graph.tensors.push_back({"state", TensorType(DType::kF32, {1, 3}), {}, true});
  int state = static_cast<int>(g.graph.tensors.size()) - 1;
  int sums = g.Add(ops::Svdf{.rank = 1}, {x, g.Constant(feature), g.Constant(time), kAbsent, state}, "svdf");
  g.graph.outputs = {after, sums};
  AtOnce(ModelOf(g.Module()), [](int k, Interpreter& interpreter) {
    bool good = true;
    float step = static_cast<float>(k + 1);
    for (int round = 0; round < 3; ++round) {
      for (int i = 1; i <= 10; ++i) {
        Tensor in = Tensor::Of<float>({1, 2}, {step, step});
        auto out = interpreter.main().Run(std::span(&in, 1));
        good &= out.ok() && out->at(0).as<float>()[0] == step * static_cast<float>(i) &&
                out->at(1).as<float>()[0] == 2 * step * static_cast<float>(std::min(i, 3));
      }
      interpreter.ResetState();
    }
    return good;
  });
}

TEST(Sharing, LoopsWithoutEndAreCancelledOneByOne) {
  TestGraph main, cond, body;
  int x = main.Input({DType::kF32, {4}}, "x");
  main.graph.outputs = {main.Add(ops::While{.cond_graph = 1, .body_graph = 2}, {x}, "loop")};
  cond.Input({DType::kF32, {4}}, "x");
  cond.graph.outputs = {cond.Constant(Tensor::Scalar(true))};
  int v = body.Input({DType::kF32, {4}}, "x");
  body.graph.outputs = {body.Add(kAdd, {v, v}, "twice")};
  PlanModule module;
  module.graphs = {main.graph, cond.graph, body.graph};
  AtOnce(ModelOf(module), [](int k, Interpreter& interpreter) {
    bool good = true;
    for (int i = 0; i < 3; ++i) {
      std::atomic<bool> over{false};
      // A cancellation before the run begins is forgotten, so it is asked for until the run is over.
      std::thread stopper([&] {
        while (!over) {
          std::this_thread::sleep_for(std::chrono::milliseconds(1 + k));
          interpreter.Cancel();
        }
      });
      Status status = interpreter.main().Invoke();
      over = true;
      stopper.join();
      good &= !status.ok() && status.kind() == ErrorKind::kCancelled;
    }
    return good;
  });
}

}  // namespace
}  // namespace slipway::interpreter
