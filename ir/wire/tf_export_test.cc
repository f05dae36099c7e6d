#include "ir/wire/tf_export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "ir/text.h"
#include "ir/wire/tf_import.h"

namespace slipway::wire {
namespace {

using testing::HasSubstr;

class TfExportTest : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(testing::TempDir(), "/tf_export_", getpid(), "_",
                  testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(dir_);
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }
  std::string dir_;
};

constexpr char kModel[] = R"(variable "head/w" f32[2,3](1,2,3,4,5,6) trainable
variable "step" f32[](7)
variable "unused" f32[](7)
graph "serving_default"(%0 "pixels": f32[?,3], %1 "Amount:0": f32[]) {
  %2 "head/Softmax": f32[?,3] = Softmax(%0) @"head/Softmax"
  %3 "head/read": f32[2,3] = ReadVariable{shape=[2,3]}() @"head/read"
  %4 "step/read": f32[] = ReadVariable{variable=1}() @"step/read"
  AssignVariable{variable=1}(%1) @"step/assign"
  %5 "step/read_1": f32[] = ReadVariable{variable=1}() @"step/read_1"
  %6 = const "bias" f32[1](0.5)
  return %2, %0, %3, %4, %5, %6
}
signature "serving_default" graph=0 inputs("pixels"=0, "Amount:0"=1) outputs("probabilities"=0, "again"=1, "w"=2, "before"=3, "now"=4, "c"=5)
)";

TEST_F(TfExportTest, ComesBackAsItWas) {
  Result<ir::Module> m = ir::ParseModule(kModel);
  ASSERT_TRUE(m.ok()) << m.status().message();
  Status s = ExportSavedModel(*m, {.directory = dir_, .extra_files = {{"note", "x"}}});
  ASSERT_TRUE(s.ok()) << s.message();
  EXPECT_EQ(*ReadFile(JoinPath(dir_, "assets.extra/note")), "x");
  Result<ir::Module> back = ImportSavedModel(dir_);
  ASSERT_TRUE(back.ok()) << back.status().message();
  // Arguments are sorted by name now; a variable that no signature uses is not read.
  EXPECT_EQ(ir::ToString(*back), R"(variable "head/w" f32[2,3](1,2,3,4,5,6) trainable
variable "step" f32[](7)
graph "serving_default"(%0 "Amount:0": f32[], %1 "pixels": f32[?,3]) {
  %2 "step/read": f32[] = ReadVariable{variable=1}() @"step/read"
  AssignVariable{variable=1}(%0) @"step/assign"
  %3 "step/read_1": f32[] = ReadVariable{variable=1}() @"step/read_1"
  %4 "head/Softmax": f32[?,3] = Softmax(%1) @"head/Softmax"
  %5 "head/read": f32[2,3] = ReadVariable{shape=[2,3]}() @"head/read"
  %6 = const "bias" f32[1](0.5)
  return %1, %2, %6, %3, %4, %5
}
signature "serving_default" graph=0 inputs("Amount:0"=0, "pixels"=1) outputs("again"=0, "before"=1, "c"=2, "now"=3, "probabilities"=4, "w"=5)
)");
}

TEST_F(TfExportTest, EveryOpWithoutAFormIsListed) {
  Result<ir::Module> m = ir::ParseModule(R"(graph "g"(%0 "x": i8[2]{0.5:-3}) {
  %1 "a": i8[2]{0.00390625:-128} = Softmax(%0) @"first"
  %2 "b": i8[2]{0.00390625:-128} = Softmax(%0) @"second"
  return %1, %2
}
signature "g" graph=0 inputs("x"=0) outputs("a"=0, "b"=1)
)");
  ASSERT_TRUE(m.ok()) << m.status().message();
  Status s = ExportSavedModel(*m, {.directory = dir_});
  EXPECT_EQ(s.kind(), ErrorKind::kUnsupported);
  EXPECT_THAT(s.message(), HasSubstr("Softmax 'first' and 1 more: a quantized tensor (i8[2]"));
  EXPECT_FALSE(FileExists(dir_));
}

}  // namespace
}  // namespace slipway::wire
