// Readers of .tflite files indexed by results that the file does not list, or lists as absent (-1).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/read.h"
#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "ir/wire/tflite_import.h"
#include "ops/multinomial/multinomial.h"
#include "ops/unary/unary.h"
#include "tests/cases/case_file.h"
#include "tests/cases/case_values.h"

namespace slipway {
namespace {

// y = tanh(x), whose operator lists these results; the graph gives back its input.
std::string FileWithResults(std::vector<int32_t> results) {
  ops::Case c{.name = "tanh", .op = ops::Unary{.kind = ops::UnaryKind::kTanh}, .inputs = {ops::Rand({2})}};
  Result<tflite::Model> model = cases::FileOf(c, cases::OperandsOf(c), {TensorType(DType::kF32, {2})});
  CHECK(model.ok());
  auto& tensors = model->subgraphs[0].tensors;
  for (int32_t t : results)
    if (t >= static_cast<int32_t>(tensors.size())) tensors.push_back(tensors.back());
  model->subgraphs[0].operators[0].outputs = std::move(results);
  model->subgraphs[0].outputs = model->subgraphs[0].inputs;
  Result<std::string> bytes = tflite::Write(*model);
  CHECK(bytes.ok());
  return *bytes;
}

TEST(AbsentResults, AreRefusedOrIgnored) {
  for (const std::vector<int32_t>& results : {std::vector<int32_t>{}, std::vector<int32_t>{-1}}) {
    std::string bytes = FileWithResults(results);
    Result<tflite::Model> model = tflite::Read(bytes);
    ASSERT_TRUE(model.ok()) << model.status().message();
    EXPECT_FALSE(wire::ImportTflite(*model).ok());
    auto loaded = interpreter::Model::Load(nullptr, bytes);
    if (!loaded.ok()) continue;
    auto made = interpreter::Interpreter::Create(*loaded);
    ASSERT_TRUE(made.ok()) << made.status().message();
    EXPECT_TRUE((*made)->main().Invoke().ok());
  }
}

TEST(AbsentResults, AnImportedOperatorHasAsManyResultsAsItsOp) {
  auto imported = [](std::vector<int32_t> results) {
    return wire::ImportTflite(*tflite::Read(FileWithResults(std::move(results))));
  };
  EXPECT_TRUE(imported({1}).ok());
  for (const std::vector<int32_t>& results : {std::vector<int32_t>{}, std::vector<int32_t>{1, 2}}) {
    auto module = imported(results);
    ASSERT_FALSE(module.ok()) << results.size();
    EXPECT_THAT(module.status().message(), testing::HasSubstr("results"));
  }
}

// It runs for its effect on the stream of random numbers, and wrote its result behind what it was given.
TEST(AbsentResults, AnOperatorWithEffectsHasThemToo) {
  interpreter::PlanModule module;
  interpreter::PlanGraph graph;
  graph.tensors = {{"logits", TensorType(DType::kF32, {1, 2})},
                   {"samples", TensorType(DType::kI32, {}), Tensor::Scalar<int32_t>(3)}};
  graph.inputs = graph.outputs = {0};
  graph.ops.push_back({ops::Multinomial{.variable = 0}, {0, 1}, {}, "draw"});
  module.graphs.push_back(graph);
  module.variables.push_back({"stream", TensorType(DType::kU64, {2})});
  auto model = interpreter::Model::FromModule(std::move(module));
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto made = interpreter::Interpreter::Create(*model);
  ASSERT_TRUE(made.ok()) << made.status().message();
  Status run = (*made)->main().Invoke();
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(run.message(), testing::HasSubstr("Multinomial has 1 results, 0 are declared"));
}

}  // namespace
}  // namespace slipway
