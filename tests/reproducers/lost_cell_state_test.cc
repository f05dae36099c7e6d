// The cell state that something reads behind an LSTM was taken for the zeros that it began with when a .tflite file was
// read as a graph; a state of an unknown batch size, or with another beginning than zeros, was refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/graph/plan_module.h"
#include "interpreter/interpreter.h"
#include "interpreter/tflite_module.h"
#include "ir/evaluate.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"
#include "ops/cases.h"
#include "ops/lstm/lstm.h"

namespace slipway {
namespace {

using ir::ValueId;

// Two units over two steps of [?,1]: the last cell state comes out, the output state begins with an input.
ir::Module Layer(bool time_major) {
  ir::Module m;
  ir::Graph& g = m.AddGraph("main");
  ValueId x = g.AddInput(TensorType(DType::kF32, time_major ? Shape{2, -1, 1} : Shape{-1, 2, 1}), "x");
  ValueId h = g.AddInput(TensorType(DType::kF32, {-1, 2}), "h"), c = g.AddInput(TensorType(DType::kF32, {-1, 2}), "c");
  std::vector<ValueId> in(20, ValueId::kNone);
  auto constant = [&](Shape shape, uint64_t seed) {
    return g.AddConstant(ops::MakeOperand(ops::Rand(shape), seed), StrCat("w", seed));
  };
  in[0] = x;
  for (size_t k = 0; k < 4; ++k) {
    in[static_cast<size_t>(ops::kLstmOperands.input[k])] = constant({2, 1}, 3 * k);
    in[static_cast<size_t>(ops::kLstmOperands.recurrent[k])] = constant({2, 2}, 3 * k + 1);
    in[static_cast<size_t>(ops::kLstmOperands.bias[k])] = constant({2}, 3 * k + 2);
  }
  in[18] = h, in[19] = c;
  ops::Lstm op{.time_major = time_major};
  op.returns_cell = true;
  auto results = g.AddNode(op, in, "lstm");
  EXPECT_TRUE(results.ok()) << results.status().message();
  g.SetOutputs(*results);
  m.signatures.push_back({"serving_default", 0, {{"x", 0}, {"h", 1}, {"c", 2}}, {{"y", 0}, {"last", 1}}});
  return m;
}

std::vector<Tensor> Feeds(bool time_major, int64_t batch, uint64_t seed) {
  return {ops::MakeOperand(ops::Rand(time_major ? Shape{2, batch, 1} : Shape{batch, 2, 1}), seed),
          ops::MakeOperand(ops::Rand({batch, 2}), seed + 1), ops::MakeOperand(ops::Rand({batch, 2}), seed + 2)};
}

void ExpectEqual(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(ToString(a[i].shape()), ToString(b[i].shape()));
    for (size_t k = 0; k < a[i].as<float>().size(); ++k)
      EXPECT_NEAR(a[i].as<float>()[k], b[i].as<float>()[k], 1e-6) << i << " " << k;
  }
}

// One instance, several batch sizes: no run sees what another left.
void ExpectRuns(const std::shared_ptr<const interpreter::Model>& model, const ir::Graph& g, bool time_major) {
  auto created = interpreter::Interpreter::Create(model);
  ASSERT_TRUE(created.ok()) << created.status().message();
  for (int64_t batch : {1, 3, 2, 3, 1}) {
    std::vector<Tensor> feeds = Feeds(time_major, batch, static_cast<uint64_t>(batch));
    auto got = (*created)->main().Run(feeds);
    ASSERT_TRUE(got.ok()) << got.status().message();
    auto want = ir::EvaluateTensors(g, feeds);
    ASSERT_TRUE(want.ok()) << want.status().message();
    ExpectEqual(*want, *got);
  }
}

TEST(LostCellState, IsAResultOfThePlan) {
  for (bool time_major : {false, true}) {
    ir::Module m = Layer(time_major);
    auto model = interpreter::ModelFromModule(m);
    ASSERT_TRUE(model.ok()) << model.status().message();
    ExpectRuns(*model, *m.graphs[0], time_major);
  }
}

TEST(LostCellState, IsReadBehindTheOperatorInAFile) {
  for (bool time_major : {false, true}) {
    ir::Module m = Layer(time_major);
    auto file = wire::ExportTflite(m);
    ASSERT_TRUE(file.ok()) << file.status().message();
    auto model = interpreter::Model::FromTflite(*file);
    ASSERT_TRUE(model.ok()) << model.status().message();
    ExpectRuns(*model, *m.graphs[0], time_major);
  }
}

TEST(LostCellState, ComesBackFromAFile) {
  ir::Module m = Layer(false);
  auto read = wire::ImportTflite(*wire::ExportTflite(m));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_THAT(ir::ToString(*read->graphs[0]), testing::HasSubstr("Lstm{returns_cell=true}"));
  std::vector<Tensor> feeds = Feeds(false, 3, 9);
  auto want = ir::EvaluateTensors(*m.graphs[0], feeds), got = ir::EvaluateTensors(*read->graphs[0], feeds);
  ASSERT_TRUE(want.ok() && got.ok());
  ExpectEqual(*want, *got);
}

TEST(LostCellState, OfAnotherStateIsRefused) {
  auto file = wire::ExportTflite(Layer(false));
  ASSERT_TRUE(file.ok());
  tflite::Subgraph& g = file->subgraphs[0];
  for (const tflite::Operator& op : g.operators)
    if (op.inputs.size() == 20) g.outputs[1] = op.inputs[18];
  file->signatures.clear();
  auto read = wire::ImportTflite(*file);
  ASSERT_FALSE(read.ok());
  EXPECT_THAT(read.status().message(), testing::HasSubstr("'h/state', a state, is read after the operator changed it"));
}

}  // namespace
}  // namespace slipway
