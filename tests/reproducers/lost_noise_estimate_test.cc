// A noise estimate that follows the signal from run to run was lost when a .tflite file was read as a graph.
#include <gtest/gtest.h>

#include "interpreter/interpreter.h"
#include "interpreter/tflite_module.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

namespace slipway {
namespace {

ir::Module Subtraction() {
  ir::Module m;
  ir::Graph& g = m.AddGraph("main");
  ir::ValueId x = g.AddInput(TensorType(DType::kU32, {5}), "x");
  ops::SignalSpectralSubtraction op{false, 5, 409, 15975, 983, 15401, 10, 819, 14};
  auto results = g.AddNode(op, {x}, "subtract");
  EXPECT_TRUE(results.ok()) << results.status().message();
  g.SetOutputs(*results);
  ir::Signature s{.key = "serving_default"};
  s.inputs = {{"x", 0}};
  s.outputs = {{"signal", 0}, {"noise", 1}};
  m.signatures = {s};
  return m;
}

TEST(LostNoiseEstimate, IsAVariableOfTheModule) {
  auto file = wire::ExportTflite(Subtraction());
  ASSERT_TRUE(file.ok()) << file.status().message();
  auto read = wire::ImportTflite(*file);
  ASSERT_TRUE(read.ok()) << read.status().message();
  ASSERT_EQ(read->variables.size(), 1u);
  EXPECT_EQ(read->variables[0].type, TensorType(DType::kU32, {5}));
  const auto* op = read->graphs[0]->node(read->graphs[0]->first()).op.As<ops::SignalSpectralSubtraction>();
  ASSERT_TRUE(op);
  EXPECT_EQ(op->variable, 0);
}

// TensorFlow Lite Micro's numbers of two runs: the variable stays the operator's own in a file.
TEST(LostNoiseEstimate, ComesBackInAFile) {
  auto read = wire::ImportTflite(*wire::ExportTflite(Subtraction()));
  ASSERT_TRUE(read.ok()) << read.status().message();
  auto again = wire::ExportTflite(*read);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(again->subgraphs.size(), 1u);
  EXPECT_EQ(again->subgraphs[0].operators.size(), 1u);
  auto model = interpreter::Model::FromTflite(*again);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto created = interpreter::Interpreter::Create(*model);
  ASSERT_TRUE(created.ok()) << created.status().message();
  interpreter::Interpreter* interpreter = created->get();
  Tensor x = Tensor::Of<uint32_t>({5}, {100, 5000, 123456, 0, 4000000});
  for (const std::vector<int64_t>& want :
       {std::vector<int64_t>{97, 4700, 120374, 0, 3900146}, std::vector<int64_t>{95, 4418, 117369, 0, 3802785}}) {
    auto y = interpreter->main().Run({{x}});
    ASSERT_TRUE(y.ok()) << y.status().message();
    EXPECT_EQ(y->at(0).AsInts(), want);
  }
}

}  // namespace
}  // namespace slipway
