#include "ir/wire/tf_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "formats/bundle/writer.h"
#include "ir/text.h"

namespace slipway::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class TfImportTest : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(testing::TempDir(), "/tf_import_", getpid(), "_",
                  testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(dir_);
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  Result<ir::Module> ImportText(const std::string& text, const GraphDefOptions& options = {}) {
    std::string path = JoinPath(dir_, "g.pbtxt");
    EXPECT_TRUE(WriteFileAtomically(path, text).ok());
    return ImportGraphDef(path, options);
  }
  // The text of graph 0, or the error.
  std::string TextOf(const std::string& text, const GraphDefOptions& options = {}) {
    Result<ir::Module> m = ImportText(text, options);
    return m.ok() ? ir::ToString(*m->graphs[0]) : m.status().message();
  }
  std::string dir_;
};

constexpr char kX[] =
    "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } "
    "attr { key: 'shape' value { shape { dim { size: -1 } dim { size: 3 } } } } }\n";

TEST_F(TfImportTest, ReadsAGraph) {
  std::string text = TextOf(StrCat(kX,
                                   "node { name: 'pass' op: 'Identity' input: 'x' }"
                                   "node { name: 'block/y' op: 'Softmax' input: 'pass' input: '^x' }"));
  EXPECT_EQ(text, R"(graph "serving_default"(%0 "x": f32[?,3]) {
  %1 "block/y": f32[?,3] = Softmax(%0) @"block/y"
  return %1
}
)");
}

TEST_F(TfImportTest, ShapesAndEndpointsCanBeGiven) {
  GraphDefOptions options{.inputs = {"mid:0"}, .outputs = {"y"}, .input_shapes = {{"mid", Shape{2, 3}}}};
  std::string graph = StrCat(kX,
                             "node { name: 'mid' op: 'Softmax' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }"
                             "node { name: 'y' op: 'Softmax' input: 'mid' }");
  EXPECT_THAT(TextOf(graph, options), HasSubstr("(%0 \"mid\": f32[2,3]) {"));
  options.inputs = {"y"};
  EXPECT_THAT(TextOf(graph, options), HasSubstr("an element type"));  // nothing says what it holds
  options.inputs = {"x"};
  options.input_shapes = {{"x", Shape{5, 3}}};
  EXPECT_THAT(TextOf(graph, options), HasSubstr("\"x\": f32[5,3]"));
  options.input_shapes = {{"x", Shape{5, 4}}};
  EXPECT_THAT(TextOf(graph, options), HasSubstr("input 'x' is f32[?,3], so it cannot have the shape [5,4]"));
  options.inputs = {"nothing"};
  EXPECT_THAT(TextOf(graph, options), HasSubstr("'nothing', which is not in the graph"));
}

// An old graph writes a scalar where it means "unknown".
TEST_F(TfImportTest, OldPlaceholdersHaveUnknownShapes) {
  std::string x =
      "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } } "
      "attr { key: 'shape' value { shape { } } } } node { name: 'y' op: 'Identity' input: 'x' } ";
  EXPECT_THAT(TextOf(x), HasSubstr("\"x\": f32[*]"));
  EXPECT_THAT(TextOf(StrCat(x, "versions { producer: 24 }")), HasSubstr("\"x\": f32[]"));
}

TEST_F(TfImportTest, InlinesFunctionsAndKeepsTheNamesOfLayers) {
  std::string text = TextOf(StrCat(kX, R"pb(
    node {
      name: "StatefulPartitionedCall"
      op: "StatefulPartitionedCall"
      input: "x"
      attr {
        key: "f"
        value { func { name: "outer" } }
      }
    }
    node { name: "out" op: "Identity" input: "StatefulPartitionedCall:1" }
    library {
      function {
        signature {
          name: "outer"
          input_arg { name: "a" type: DT_FLOAT }
          output_arg { name: "p" type: DT_FLOAT }
          output_arg { name: "q" type: DT_FLOAT }
        }
        node_def { name: "tower" op: "inner" input: "a" }
        node_def { name: "head" op: "Softmax" input: "tower:r:0" }
        ret { key: "p" value: "a" }
        ret { key: "q" value: "head:softmax:0" }
      }
      function {
        signature {
          name: "inner"
          input_arg { name: "a" type: DT_FLOAT }
          output_arg { name: "r" type: DT_FLOAT }
        }
        node_def { name: "dense/Softmax" op: "Softmax" input: "a" }
        ret { key: "r" value: "dense/Softmax:softmax:0" }
      }
    })pb"));
  EXPECT_EQ(text, R"(graph "serving_default"(%0 "x": f32[?,3]) {
  %1 "tower/dense/Softmax": f32[?,3] = Softmax(%0) @"tower/dense/Softmax"
  %2 "head": f32[?,3] = Softmax(%1) @"head"
  return %2
}
)");
}

TEST_F(TfImportTest, RecursionAndUnfoldingEnd) {
  std::string call = StrCat(kX, R"pb(
    node {
      name: "y"
      op: "PartitionedCall"
      input: "x"
      attr {
        key: "f"
        value { func { name: "f" } }
      }
    }
    library {
      function {
        signature {
          name: "f"
          input_arg { name: "a" type: DT_FLOAT }
          output_arg { name: "r" type: DT_FLOAT }
        }
        node_def { name: "again" op: "f" input: "a" }
        ret { key: "r" value: "again:r:0" }
      }
    })pb");
  EXPECT_THAT(TextOf(call), HasSubstr("f 'y/again': function 'f' calls itself"));
  std::string bomb = StrCat(kX, "node { name: 'y' op: 'f0' input: 'x' } library {");
  for (int i = 0; i < 40; ++i)
    StrAppend(bomb, "function { signature { name: 'f", i,
              "' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: DT_FLOAT } }",
              "node_def { name: 's' op: 'f", i + 1, "' input: 'a' } node_def { name: 't' op: 'f", i + 1,
              "' input: 's:r:0' } ret { key: 'r' value: 't:r:0' } }");
  StrAppend(bomb,
            "function { signature { name: 'f40' input_arg { name: 'a' type: DT_FLOAT } output_arg { name: 'r' type: "
            "DT_FLOAT } } ret { key: 'r' value: 'a' } } }");
  EXPECT_THAT(TextOf(bomb), HasSubstr("the graph unfolds into more than"));
}

TEST_F(TfImportTest, EveryProblemIsListed) {
  Result<ir::Module> m = ImportText(StrCat(kX, R"pb(
                                      node { name: "a/Foo" op: "Foo" input: "x" }
                                      node { name: "b/Foo" op: "Foo" input: "a/Foo" }
                                      node { name: "c/Foo" op: "Foo" input: "x" }
                                      node { name: "loop" op: "While" input: "x" }
                                      node { name: "bar" op: "Bar" input: "loop" }
                                      node { name: "bad" op: "Softmax" input: "x" input: "x" }
                                      node { name: "q" op: "QuantizedRelu" input: "x" }
                                      node { name: "unused" op: "Unused" }
                                      node {
                                        name: "y"
                                        op: "IdentityN"
                                        input: "b/Foo"
                                        input: "c/Foo"
                                        input: "bar"
                                        input: "bad"
                                        input: "q"
                                        input: "nowhere"
                                      })pb"),
                                    {.outputs = {"y"}});
  ASSERT_FALSE(m.ok());
  const std::string& text = m.status().message();
  EXPECT_THAT(text, HasSubstr("\n  Foo 'a/Foo' and 1 more: there is no operator for Foo"));
  EXPECT_THAT(text, HasSubstr("\n  While 'loop': attribute 'cond' names no function"));
  EXPECT_THAT(text, HasSubstr("\n  Softmax 'bad': has 2 inputs, expected 1"));
  EXPECT_THAT(text, HasSubstr("\n  QuantizedRelu 'q': QuantizedRelu computes on the codes of TensorFlow's old 8-bit "
                              "quantization, which is not imported; convert the float model with --quantize int8"));
  EXPECT_THAT(text, HasSubstr("there is no node 'nowhere'"));
  EXPECT_THAT(text, testing::Not(HasSubstr("Bar")));  // it only follows from the loop
  EXPECT_THAT(text, testing::Not(HasSubstr("Unused")));
}

TEST_F(TfImportTest, LoopsOfTensorFlow1AreRefused) {
  std::string text = TextOf(StrCat(kX, R"pb(
    node { name: "enter" op: "Enter" input: "x" }
    node { name: "merge" op: "Merge" input: "enter" input: "next" }
    node { name: "next" op: "NextIteration" input: "merge" }
    node { name: "exit" op: "Exit" input: "merge" })pb"));
  EXPECT_THAT(text, HasSubstr("it is part of the cycle 'merge' -> 'next' -> 'merge' (a loop of TensorFlow 1?)"));
  EXPECT_THAT(text, HasSubstr("Enter 'enter': control flow"));
}

// TensorFlow reads a variable by reference wherever a tensor is asked for, also where the signature asks.
TEST_F(TfImportTest, AVariableOfTensorFlow1MayBeAnOutput) {
  std::filesystem::create_directories(dir_ + "/variables");
  auto writer = bundle::Writer::Create(dir_ + "/variables/variables");
  ASSERT_TRUE(writer.ok() && writer->Add("v", Tensor::Scalar(2.5f)).ok() && writer->Finish().ok());
  std::string graph =
      "node { name: 'v' op: 'VariableV2' attr { key: 'dtype' value { type: DT_FLOAT } } "
      "attr { key: 'shape' value { shape { } } } } "
      "node { name: 'one' op: 'Const' attr { key: 'dtype' value { type: DT_FLOAT } } "
      "attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 1 } } } } "
      "node { name: 'more' op: 'AssignAdd' input: 'v' input: 'one' attr { key: 'T' value { type: DT_FLOAT } } }";
  auto signature = [](const std::string& key, const std::string& tensor) {
    return StrCat("signature_def { key: '", key, "' value { outputs { key: 'y' value { name: '", tensor,
                  "' dtype: DT_FLOAT tensor_shape { } } } method_name: 'tensorflow/serving/predict' } } ");
  };
  std::string text = StrCat("meta_graphs { meta_info_def { tags: 'serve' } graph_def { ", graph,
                            " versions { producer: 24 } } ", signature("get", "v:0"), signature("add", "more:0"), "}");
  ASSERT_TRUE(WriteFileAtomically(dir_ + "/saved_model.pbtxt", text).ok());
  Result<ir::Module> m = ImportSavedModel(dir_, {});
  ASSERT_TRUE(m.ok()) << m.status().message();
  ASSERT_EQ(m->signatures.size(), 2u);
  for (const auto& g : m->graphs) EXPECT_THAT(ir::ToString(*g), HasSubstr("ReadVariable(")) << g->name;
}

TEST_F(TfImportTest, FilesThatAreNoModels) {
  EXPECT_EQ(ImportSavedModel(dir_).status().kind(), ErrorKind::kNotFound);
  EXPECT_THAT(ImportSavedModel(dir_).status().message(), HasSubstr("SavedModel file does not exist at: "));
  EXPECT_EQ(ImportGraphDef(JoinPath(dir_, "none.pb")).status().kind(), ErrorKind::kNotFound);
  EXPECT_THAT(TextOf("node { name: 'v' op: 'VarHandleOp' attr { key: 'dtype' value { type: DT_FLOAT } } "
                     "attr { key: 'shape' value { shape { } } } } node { name: 'r' op: 'ReadVariableOp' input: 'v' }"),
              HasSubstr("a GraphDef file must be frozen"));
}

}  // namespace
}  // namespace slipway::wire
