// Handles of variables and tables that subgraphs take and return, and initialization that computes, could not be run; a
// model with tables could not be written to a .tflite file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/tflite/element_code.h"
#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "interpreter/tflite_module.h"
#include "ir/text.h"
#include "ir/wire/tflite_export.h"
#include "ir/wire/tflite_import.h"

namespace slipway {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<interpreter::Interpreter> Loaded(const tflite::Model& file) {
  auto module = interpreter::ToPlanModule(file);
  EXPECT_TRUE(module.ok()) << module.status().message();
  if (!module.ok()) return nullptr;
  auto model = interpreter::Model::FromModule(*std::move(module));
  EXPECT_TRUE(model.ok()) << model.status().message();
  if (!model.ok()) return nullptr;
  auto made = interpreter::Interpreter::Create(*model);
  EXPECT_TRUE(made.ok()) << made.status().message();
  if (!made.ok()) return nullptr;
  return std::move(made).value();
}

// Both branches use the table or the variable.
constexpr char kModule[] = R"(variable "total" f32[2](1,2)
table "labels" i64[2](7,9) string[2]("seven","nine")
graph "main"(%0 "c": bool[], %1 "k": i64[2]) {
  %2 "word": string[2], %3 "total": f32[2] = If{then_graph=1 else_graph=2 dtypes=[string,f32] shapes=[[2],[2]]}(%0, %1) @"if"
  return %2, %3
}
graph "then"(%0 "k": i64[2]) {
  %1 = const "none" string[]("?")
  %2 "find": string[2] = TableFind(%0, %1) @"find"
  %3 "read": f32[2] = ReadVariable{shape=[2]}() @"read"
  %4 "sum": f32[2] = Binary(%3, %3) @"sum"
  AssignVariable(%4) @"assign"
  return %2, %4
}
graph "else"(%0 "k": i64[2]) {
  %1 = const "words" string[2]("a","b")
  %2 "read": f32[2] = ReadVariable{shape=[2]}() @"read"
  return %1, %2
}
signature "serving_default" graph=0 inputs("c"=0, "k"=1) outputs("total"=1, "word"=0)
)";

TEST(LostHandles, TablesAndVariablesInBranchesGoThroughAFile) {
  Result<ir::Module> m = ir::ParseModule(kModule);
  ASSERT_TRUE(m.ok()) << m.status().message();
  Result<tflite::Model> file = wire::ExportTflite(*m);
  ASSERT_TRUE(file.ok()) << file.status().message();
  std::unique_ptr<interpreter::Interpreter> run = Loaded(*file);
  ASSERT_TRUE(run);
  Tensor keys = Tensor::Vector(std::vector<int64_t>{9, 8}, DType::kI64);
  for (float scale : {2.f, 4.f}) {
    auto out = run->main().Run(std::vector<Tensor>{Tensor::Scalar(true), keys});
    ASSERT_TRUE(out.ok()) << out.status().message();
    EXPECT_THAT(out->at(0).strings(), ElementsAre("nine", "?"));
    EXPECT_THAT(out->at(1).as<float>(), ElementsAre(scale, 2 * scale));
  }
  auto out = run->main().Run(std::vector<Tensor>{Tensor::Scalar(false), keys});
  EXPECT_THAT(out->at(0).strings(), ElementsAre("a", "b"));
  EXPECT_THAT(out->at(1).as<float>(), ElementsAre(4, 8));

  Result<ir::Module> back = wire::ImportTflite(*file);
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_THAT(back->graphs, testing::SizeIs(3));
  ASSERT_THAT(back->tables, testing::SizeIs(1));
  EXPECT_THAT(back->tables[0].values.strings(), ElementsAre("seven", "nine"));
  EXPECT_THAT(back->variables[0].value.as<float>(), ElementsAre(1, 2));
}

// The same with the handles as operands of the IF.
tflite::Model WithHandlesPassed() {
  tflite::Model file = *wire::ExportTflite(*ir::ParseModule(kModule));
  auto handle_of = [&](tflite::Subgraph& g, tflite::Builtin maker) {
    for (size_t i = 0; i < g.operators.size(); ++i) {
      if (file.operator_codes[g.operators[i].opcode_index].builtin != maker) continue;
      int32_t tensor = g.operators[i].outputs[0];
      tflite::Operator op = g.operators[i];
      g.operators.erase(g.operators.begin() + static_cast<ptrdiff_t>(i));
      return std::pair(tensor, op);
    }
    // A branch without one takes it all the same.
    tflite::TensorInfo unused{.name = "unused", .type = *tflite::CodeFromDType(DType::kResource)};
    g.tensors.push_back(unused);
    return std::pair(static_cast<int32_t>(g.tensors.size()) - 1, tflite::Operator{});
  };
  tflite::Subgraph& main = file.subgraphs[0];
  for (tflite::Builtin maker : {tflite::Builtin::VAR_HANDLE, tflite::Builtin::HASHTABLE}) {
    auto [then_handle, op] = handle_of(file.subgraphs[1], maker);
    auto [else_handle, unused] = handle_of(file.subgraphs[2], maker);
    file.subgraphs[1].inputs.push_back(then_handle);
    file.subgraphs[2].inputs.push_back(else_handle);
    op.outputs[0] = static_cast<int32_t>(main.tensors.size());
    main.tensors.push_back({.name = "handle", .type = *tflite::CodeFromDType(DType::kResource)});
    main.operators.back().inputs.push_back(op.outputs[0]);
    main.operators.insert(main.operators.end() - 1, op);
  }
  return file;
}

TEST(LostHandles, HandlesMayBeOperands) {
  tflite::Model file = WithHandlesPassed();
  std::unique_ptr<interpreter::Interpreter> run = Loaded(file);
  ASSERT_TRUE(run);
  Tensor keys = Tensor::Vector(std::vector<int64_t>{7, 0}, DType::kI64);
  auto out = run->main().Run(std::vector<Tensor>{Tensor::Scalar(true), keys});
  ASSERT_TRUE(out.ok()) << out.status().message();
  EXPECT_THAT(out->at(0).strings(), ElementsAre("seven", "?"));
  EXPECT_THAT(out->at(1).as<float>(), ElementsAre(2, 4));
  Result<ir::Module> back = wire::ImportTflite(file);
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_TRUE(ir::Verify(*back).ok());
}

TEST(LostHandles, AHandleThatIsAnOperandOfArithmeticIsNamed) {
  tflite::Model file = WithHandlesPassed();
  tflite::Subgraph& g = file.subgraphs[1];
  for (tflite::Operator& op : g.operators)
    if (file.operator_codes[op.opcode_index].builtin == tflite::Builtin::ADD) op.inputs[0] = g.inputs[1];
  auto module = interpreter::ToPlanModule(file);
  ASSERT_FALSE(module.ok());
  EXPECT_THAT(module.status().message(), HasSubstr("ADD takes the handle of variable 'total'"));
}

// The initializing graph adds; it runs once, and again after a reset.
TEST(LostHandles, InitializationMayCompute) {
  tflite::Model file = *wire::ExportTflite(*ir::ParseModule(R"(variable "v" f32[2](1,2)
graph "main"(%0 "x": f32[2]) {
  %1 "read": f32[2] = ReadVariable{shape=[2]}() @"read"
  %2 "sum": f32[2] = Binary(%1, %0) @"sum"
  AssignVariable(%2) @"assign"
  return %2
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0)
)"));
  tflite::Subgraph& g = file.subgraphs[1];
  tflite::Operator& assign = g.operators.back();
  int32_t constant = assign.inputs[1], sum = static_cast<int32_t>(g.tensors.size());
  tflite::TensorInfo info = g.tensors[static_cast<size_t>(constant)];
  info.buffer = 0;
  g.tensors.push_back(info);
  assign.inputs[1] = sum;
  tflite::Operator add{
      .opcode_index = file.subgraphs[0].operators[3].opcode_index, .inputs = {constant, constant}, .outputs = {sum}};
  ASSERT_EQ(file.operator_codes[add.opcode_index].builtin, tflite::Builtin::ADD);
  g.operators.insert(g.operators.end() - 1, add);
  std::unique_ptr<interpreter::Interpreter> run = Loaded(file);
  ASSERT_TRUE(run);
  Tensor x = Tensor::Of<float>({2}, {10, 10});
  EXPECT_THAT(run->main().Run(std::span(&x, 1))->at(0).as<float>(), ElementsAre(12, 14));
  EXPECT_THAT(run->main().Run(std::span(&x, 1))->at(0).as<float>(), ElementsAre(22, 24));
  run->ResetState();
  EXPECT_THAT(run->main().Run(std::span(&x, 1))->at(0).as<float>(), ElementsAre(12, 14));
}

}  // namespace
}  // namespace slipway
