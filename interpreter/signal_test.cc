// An operator's own state: kept from run to run, each interpreter by itself.
#include <gtest/gtest.h>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"
#include "ops/tables/tflite.h"
#include "ops/update_own_kv_cache/update_own_kv_cache.h"

namespace slipway::interpreter {
namespace {

// Numbers of TensorFlow Lite Micro.
TEST(Signal, TheNoiseEstimateFollowsTheSignal) {
  ops::SignalSpectralSubtraction op{false, 5, 409, 15975, 983, 15401, 10, 819, 14, 0};
  PlanGraph g;
  for (const char* name : {"x", "signal", "noise"}) g.tensors.push_back({name, TensorType(DType::kU32, {5})});
  g.ops.push_back({op, {0}, {1, 2}, "subtract"});
  g.inputs = {0};
  g.outputs = {1, 2};
  PlanModule module;
  module.graphs.push_back(g);
  module.variables.push_back({"estimate", TensorType(DType::kU32, {5}), Tensor()});
  auto model = Model::FromModule(module);
  ASSERT_TRUE(model.ok()) << model.status().message();
  Tensor x = Tensor::Of<uint32_t>({5}, {100, 5000, 123456, 0, 4000000});
  const std::vector<int64_t> signals[] = {
      {97, 4700, 120374, 0, 3900146}, {95, 4418, 117369, 0, 3802785}, {92, 4152, 114439, 0, 3707855}};
  for (int again = 0; again < 2; ++again) {
    auto interpreter = Interpreter::Create(*model);
    ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
    for (const std::vector<int64_t>& want : signals) {
      auto y = (*interpreter)->main().Run({{x}});
      ASSERT_TRUE(y.ok()) << y.status().message();
      EXPECT_EQ(y->at(0).AsInts(), want);
    }
  }
}

// Numbers of LiteRT: caches of 4 places, which two graphs share.
TEST(KvCache, IsSharedByGraphsAndMoves) {
  ops::UpdateOwnKvCache op{.kv_cache_max = 4, .num_layers = 3, .layer_index = 1, .heads = 1, .size = 2};
  tflite::Model m;
  tflite::AddBuffer(m, Buffer::Copy("", 0));
  for (const char* name : {"prefill", "decode"}) {
    tflite::Subgraph& g = m.subgraphs.emplace_back();
    g.name = name;
    auto add = [&](const char* tensor, TensorType type) {
      g.tensors.push_back({.name = tensor});
      EXPECT_TRUE(tflite::SetType(g.tensors.back(), type).ok());
    };
    add("positions", {DType::kI64, {2}});
    for (const char* slice : {"k", "v"}) add(slice, {DType::kF32, {1, 2, 1, 2}});
    for (const char* cache : {"k_cache", "v_cache"}) add(cache, {DType::kF32, {1, 4, 1, 2}});
    Result<ops::TfliteForm> form = ops::OpToTflite(op, {});
    ASSERT_TRUE(form.ok()) << form.status().message();
    tflite::Operator& written = g.operators.emplace_back();
    written.opcode_index = tflite::AddCustomOperatorCode(m, form->custom_name);
    written.custom_options = form->custom_options;
    g.inputs = written.inputs = {0, 1, 2};
    g.outputs = written.outputs = {3, 4};
    uint32_t index = static_cast<uint32_t>(m.subgraphs.size() - 1);
    m.signatures.push_back({name, {{"k", 1}, {"p", 0}, {"v", 2}}, {{"k", 3}, {"v", 4}}, index});
  }
  std::string bytes = *tflite::Write(m);
  auto model = Model::Load(nullptr, bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  float next = 1;
  auto run = [&](const char* graph, int64_t position) {
    Tensor k = Tensor::Of<float>({1, 2, 1, 2}, {next, next + 1, next + 2, next + 3});
    next += 10;
    Tensor p = Tensor::Of<int64_t>({2}, {position, position + 1});
    Tensor v = k.Clone();
    auto y = (*(*interpreter)->SignatureRunner(graph))->Run({{k, p, v}});
    EXPECT_TRUE(y.ok()) << y.status().message();
    return y.ok() ? y->at(1).AsDoubles() : std::vector<double>();
  };
  using List = std::vector<double>;
  EXPECT_EQ(run("prefill", 0), (List{1, 2, 3, 4, 0, 0, 0, 0}));
  EXPECT_EQ(run("decode", 2), (List{1, 2, 3, 4, 11, 12, 13, 14}));
  EXPECT_EQ(run("decode", 4), (List{11, 12, 13, 14, 21, 22, 23, 24}));
  EXPECT_EQ(run("prefill", 0), (List{31, 32, 33, 34, 21, 22, 23, 24}));
  EXPECT_EQ(run("decode", 2), (List{31, 32, 33, 34, 41, 42, 43, 44}));
}

}  // namespace
}  // namespace slipway::interpreter
