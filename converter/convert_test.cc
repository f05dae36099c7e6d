// What convert takes, and which inputs and signatures it keeps.
#include "converter/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file.h"
#include "formats/tflite/write.h"

namespace slipway::converter {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kGraph[] = R"(
node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }
       attr { key: 'shape' value { shape { dim { size: -1 } dim { size: 3 } } } } }
node { name: 'y' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }
       attr { key: 'shape' value { shape { dim { size: 1 } dim { size: 3 } } } } }
node { name: 'sum' op: 'AddV2' input: 'x' input: 'y' attr { key: 'T' value { type: DT_FLOAT } } }
node { name: 'act' op: 'Relu' input: 'sum' }
node { name: 'end' op: 'Tanh' input: 'act' }
versions { producer: 100 }
)";

class ConvertTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& bytes) {
    std::string path = StrCat(testing::TempDir(), "/convert_", getpid(), name);
    CHECK(WriteFileAtomically(path, bytes).ok());
    return path;
  }
  std::string Why(const std::string& path, const ConvertOptions& options = {}) {
    return std::string(Convert(path, options, &report_).status().message());
  }
  static std::vector<std::string> Names(const std::vector<tflite::SignatureTensor>& entries) {
    std::vector<std::string> names;
    for (const auto& e : entries) names.push_back(e.name);
    return names;
  }
  ConvertReport report_;
};

TEST_F(ConvertTest, PlaceholdersAndWhatNobodyReadsAreTheDoorsOfAGraph) {
  auto m = Convert(Write(".pbtxt", kGraph), {}, &report_);
  ASSERT_TRUE(m.ok()) << m.status().message();
  EXPECT_THAT(Names(m->signatures[0].inputs), ElementsAre("x", "y"));
  EXPECT_THAT(Names(m->signatures[0].outputs), ElementsAre("end"));
}

TEST_F(ConvertTest, DoorsCanBeTensorsInTheMiddle) {
  ConvertOptions options{.input_arrays = {"sum"}, .output_arrays = {"act", "end:0"}, .input_shapes = {Shape{2, 3}}};
  auto m = Convert(Write(".pbtxt", kGraph), options, &report_);
  ASSERT_TRUE(m.ok()) << m.status().message();
  EXPECT_THAT(Names(m->signatures[0].inputs), ElementsAre("sum"));
  EXPECT_THAT(Names(m->signatures[0].outputs), ElementsAre("act", "end"));
  EXPECT_EQ(report_.ops.count("ADD"), 0u);
}

TEST_F(ConvertTest, WrongDoorsAreNamed) {
  std::string path = Write(".pbtxt", kGraph);
  EXPECT_THAT(Why(path, {.input_arrays = {"z"}}), HasSubstr("'z', which is not in the graph"));
  EXPECT_THAT(Why(path, {.output_arrays = {"z"}}), HasSubstr("there is no node 'z'"));
  EXPECT_THAT(Why(path, {.input_shapes = {Shape{2, 3}}}), HasSubstr("name them by --input_arrays"));
  EXPECT_THAT(Why(path, {.input_arrays = {"x", "y"}, .input_shapes = {Shape{2, 4}}}),
              AllOf(HasSubstr("input 'x'"), HasSubstr("cannot have the shape [2,4]")));
}

TEST_F(ConvertTest, BrokenFilesAreRefused) {
  EXPECT_THAT(Why(Write(".pbtxt", "node { name: 'x' op: 'Pl")), HasSubstr("line 1"));
  EXPECT_THAT(Why(Write(".pb", "no graph at all")), HasSubstr("GraphDef"));
  EXPECT_THAT(Why(Write(".pb", "")), HasSubstr("holds no nodes"));
  EXPECT_THAT(Why(Write(".tflite", "")), HasSubstr("empty"));
  EXPECT_THAT(Why(Write(".tflite", "????TFL3 and more")), HasSubstr("Flatbuffer"));
  EXPECT_THAT(Why("/nowhere/model.pb"), HasSubstr("No such file"));
}

TEST_F(ConvertTest, ATfliteFileIsRewrittenAndKeepsItsSignatures) {
  auto first = Convert(Write(".pbtxt", kGraph), {}, &report_);
  ASSERT_TRUE(first.ok()) << first.status().message();
  std::string path = Write(".tflite", "");
  ASSERT_TRUE(tflite::WriteFile(*first, path).ok());
  ConvertReport again;
  auto second = Convert(path, {}, &again);
  ASSERT_TRUE(second.ok()) << second.status().message();
  EXPECT_EQ(again.ops, report_.ops);
  EXPECT_THAT(Names(second->signatures[0].inputs), ElementsAre("x", "y"));
  EXPECT_THAT(Names(second->signatures[0].outputs), ElementsAre("end"));
  EXPECT_THAT(Why(path, {.signature_keys = {"other"}}), HasSubstr("the model has: serving_default"));
  EXPECT_THAT(Why(path, {.input_shapes = {Shape{2, 3}}}), HasSubstr("keeps its inputs, outputs and shapes"));
}

}  // namespace
}  // namespace slipway::converter
