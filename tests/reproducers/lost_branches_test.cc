// A model with branches, loops and tables could not be exported as a SavedModel; the quantizer lost tables, refused
// branches that no sample took, and gave bodies integer inputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "formats/tflite/write.h"
#include "interpreter/interpreter.h"
#include "interpreter/tflite_module.h"
#include "ir/text.h"
#include "ir/wire/tf_export.h"
#include "ir/wire/tf_import.h"
#include "ir/wire/tflite_export.h"

namespace slipway {
namespace {

using testing::HasSubstr;

std::vector<Tensor> Outputs(const ir::Module& m, std::vector<Tensor> first, std::vector<Tensor> second) {
  auto file = wire::ExportTflite(m);
  EXPECT_TRUE(file.ok()) << file.status().message();
  auto module = interpreter::ToPlanModule(*file);
  EXPECT_TRUE(module.ok()) << module.status().message();
  auto model = interpreter::Model::FromModule(*module);
  EXPECT_TRUE(model.ok()) << model.status().message();
  auto interpreter = interpreter::Interpreter::Create(*model);
  interpreter::Runner* runner = *(*interpreter)->SignatureRunner("serving_default");
  auto a = runner->Run(first), b = runner->Run(second);
  EXPECT_TRUE(a.ok() && b.ok()) << a.status().message() << b.status().message();
  std::vector<Tensor> all;
  for (auto* list : {&a, &b})
    if (list->ok()) all.insert(all.end(), (*list)->begin(), (*list)->end());
  return all;
}

// A branch that writes a variable and asks a table, a loop that reads it, a case of vectors of one.
constexpr char kModule[] = R"(variable "total" f32[2](1,2)
table "scale" i64[2](1,2) f32[2](3,4)
graph "main"(%0 "c": bool[1], %1 "i": i32[], %2 "x": f32[2]) {
  %3 "before": f32[2] = ReadVariable{shape=[2]}() @"before"
  %4 "branch": f32[2] = If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[2]]}(%0, %2) @"branch"
  %5 "after": f32[2] = ReadVariable{shape=[2]}() @"after"
  %6 "loop": i32[], %7 "loop:1": f32[2], %8 "loop:2": f32[2] = While{cond_graph=3 body_graph=4 shapes=[[],[2],[2]]}(%1, %4, %2) @"loop"
  %9 "case": f32[2] = SwitchCase{graphs=[5,6] dtypes=[f32] shapes=[[2]]}(%1, %7) @"case"
  return %3, %5, %7, %8, %9
}
graph "then"(%0 "x": f32[2]) {
  %1 "read": f32[2] = ReadVariable{shape=[2]}() @"read"
  %2 "sum": f32[2] = Binary(%1, %0) @"sum"
  %3 = const "key" i64[](2)
  %4 = const "none" f32[1](0)
  %5 "find": f32[] = TableFind(%3, %4) @"find"
  %6 "product": f32[2] = Binary{kind=Mul}(%2, %5) @"product"
  AssignVariable(%6) @"assign"
  return %6
}
graph "else"(%0 "x": f32[2]) {
  return %0
}
graph "cond"(%0 "i": i32[], %1 "y": f32[2], %2 "x": f32[2]) {
  %3 = const "n" i32[1](3)
  %4 "less": bool[1] = Compare{kind=Less}(%0, %3) @"less"
  return %4
}
graph "body"(%0 "i": i32[], %1 "y": f32[2], %2 "x": f32[2]) {
  %3 = const "one" i32[](1)
  %4 "next": i32[] = Binary(%0, %3) @"next"
  %5 "read": f32[2] = ReadVariable{shape=[2]}() @"read"
  %6 "sum": f32[2] = Binary(%1, %5) @"sum"
  return %4, %6, %2
}
graph "neg"(%0 "x": f32[2]) {
  %1 "neg": f32[2] = Unary{kind=Neg}(%0) @"neg"
  return %1
}
graph "same"(%0 "x": f32[2]) {
  return %0
}
signature "serving_default" graph=0 inputs("c"=0, "i"=1, "x"=2) outputs("a"=0, "b"=1, "c"=2, "d"=3, "e"=4)
)";

TEST(LostBranches, ControlFlowGoesThroughASavedModel) {
  Result<ir::Module> m = ir::ParseModule(kModule);
  ASSERT_TRUE(m.ok()) << m.status().message();
  ASSERT_TRUE(ir::Verify(*m).ok()) << ir::Verify(*m).message();
  std::string dir = StrCat(testing::TempDir(), "/lost_branches_", getpid());
  Status exported = wire::ExportSavedModel(*m, {.directory = dir});
  ASSERT_TRUE(exported.ok()) << exported.message();
  Result<ir::Module> back = wire::ImportSavedModel(dir);
  std::filesystem::remove_all(dir);
  ASSERT_TRUE(back.ok()) << back.status().message();
  EXPECT_TRUE(ir::Verify(*back).ok());
  std::string text = ir::ToString(*back);
  for (const char* part : {"If{", "While{", "SwitchCase{", "AssignVariable", "TableFind"})
    EXPECT_THAT(text, HasSubstr(part));
  auto inputs = [](bool c, int32_t i) {
    return std::vector<Tensor>{Tensor::Of<bool>({1}, {c}), Tensor::Scalar(i), Tensor::Of<float>({2}, {10, 20})};
  };
  std::vector<Tensor> want = Outputs(*m, inputs(true, 0), inputs(false, 2)),
                      got = Outputs(*back, inputs(true, 0), inputs(false, 2));
  ASSERT_EQ(want.size(), 10u);
  ASSERT_EQ(got.size(), 10u);
  for (size_t i = 0; i < want.size(); ++i) EXPECT_TRUE(Identical(want[i], got[i])) << i;
  EXPECT_EQ(want[2].as<float>()[0], 176);  // 4 * 11 = 44, 44 + 3 * 44
}

}  // namespace
}  // namespace slipway
