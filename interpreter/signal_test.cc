// An operator's own state: kept from run to run, each interpreter by itself. Numbers of TensorFlow Lite Micro.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

namespace slipway::interpreter {
namespace {

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

}  // namespace
}  // namespace slipway::interpreter
