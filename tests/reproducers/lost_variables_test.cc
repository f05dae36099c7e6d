// A model that writes its variables could not be written to a .tflite file, nor could such a file be read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "interpreter/tflite_module.h"
#include "ir/wire/tflite_export.h"
#include "ops/assign_variable/assign_variable.h"
#include "ops/binary/binary.h"
#include "ops/read_variable/read_variable.h"

namespace slipway {
namespace {

using testing::ElementsAre;

// "add": total += x, gives the new total; "total": gives it.
ir::Module Counter() {
  ir::Module m;
  m.variables.push_back(
      {.name = "total", .type = TensorType(DType::kF32, {2}), .value = Tensor::Of<float>({2}, {10, 20})});
  ops::ReadVariable read{.variable = 0, .shape = {2}};
  ir::Graph& add = m.AddGraph("add");
  ir::ValueId x = add.AddInput(TensorType(DType::kF32, {2}), "x");
  ir::ValueId sum = add.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {*add.Add(read, {}, "read"), x}, "sum").value();
  EXPECT_TRUE(add.AddNode(ops::AssignVariable{.variable = 0}, {sum}, "assign").ok());
  add.SetOutputs({add.Add(read, {}, "read_again").value()});
  ir::Graph& total = m.AddGraph("total");
  total.SetOutputs({total.Add(read, {}, "read_only").value()});
  m.signatures = {{.key = "add", .graph = 0, .inputs = {{"x", 0}}, .outputs = {{"total", 0}}},
                  {.key = "total", .graph = 1, .outputs = {{"total", 0}}}};
  return m;
}

TEST(TfliteLostVariables, StateLastsBetweenCallsAndIsSharedBySignatures) {
  Result<tflite::Model> file = wire::ExportTflite(Counter());
  ASSERT_TRUE(file.ok()) << file.status().message();
  Result<std::string> written = tflite::Write(*file);
  ASSERT_TRUE(written.ok()) << written.status().message();
  auto bytes = std::make_shared<const std::string>(std::move(*written));
  auto model = interpreter::Model::Load(bytes, *bytes);
  ASSERT_TRUE(model.ok()) << model.status().message();
  auto interpreter = interpreter::Interpreter::Create(*model);
  ASSERT_TRUE(interpreter.ok()) << interpreter.status().message();
  interpreter::Runner *add = *(*interpreter)->SignatureRunner("add"),
                      *total = *(*interpreter)->SignatureRunner("total");
  Tensor x = Tensor::Of<float>({2}, {1, 2});
  EXPECT_THAT(total->Run({})->at(0).as<float>(), ElementsAre(10, 20));
  EXPECT_THAT(add->Run(std::span(&x, 1))->at(0).as<float>(), ElementsAre(11, 22));
  EXPECT_THAT(add->Run(std::span(&x, 1))->at(0).as<float>(), ElementsAre(12, 24));
  EXPECT_THAT(total->Run({})->at(0).as<float>(), ElementsAre(12, 24));
}

TEST(TfliteLostVariables, HandlesOfNowhereAreErrors) {
  using Damage = void (*)(tflite::Operator&);
  const Damage damages[] = {
      [](tflite::Operator& op) {
        if (op.inputs.size() == 1) op.inputs[0] = tflite::kOptionalTensor;
      },
      [](tflite::Operator& op) {
        if (op.inputs.size() == 1) op.outputs[0] = tflite::kOptionalTensor;
      },
      [](tflite::Operator& op) {
        if (op.inputs.empty() && !op.outputs.empty()) op.outputs[0] = tflite::kOptionalTensor;
      },
      [](tflite::Operator& op) {
        if (op.inputs.size() == 1) op.inputs[0] = op.outputs[0];
      },
  };
  for (Damage damage : damages) {
    tflite::Model file = *wire::ExportTflite(Counter());
    for (tflite::Operator& op : file.subgraphs[1].operators) damage(op);
    EXPECT_FALSE(interpreter::ToPlanModule(file).ok());
  }
}

}  // namespace
}  // namespace slipway
