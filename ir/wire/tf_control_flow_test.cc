// If, Case and While of TensorFlow become graphs of the module; tables are filled as the model's initialization does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "ir/text.h"
#include "ir/wire/tf_import.h"
#include "ir/wire/tf_tables.h"

namespace slipway::wire {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ControlFlowImport : public testing::Test {
 protected:
  void SetUp() override {
    dir_ = StrCat(testing::TempDir(), "/tf_control_flow_", getpid(), "_",
                  testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(dir_);
    std::filesystem::create_directories(dir_);
  }
  void TearDown() override { std::filesystem::remove_all(dir_); }

  // The module's text, or the error.
  std::string TextOf(const std::string& graph) {
    std::string path = JoinPath(dir_, "g.pbtxt");
    EXPECT_TRUE(WriteFileAtomically(path, StrCat(graph, " versions { producer: 24 }")).ok());
    Result<ir::Module> m = ImportGraphDef(path);
    if (!m.ok()) return m.status().message();
    Status verified = ir::Verify(*m);
    return verified.ok() ? ir::ToString(*m) : verified.message();
  }

  static std::string Input(const char* name, const char* dtype, const char* shape) {
    return StrCat("node { name: '", name, "' op: 'Placeholder' attr { key: 'dtype' value { type: ", dtype,
                  " } } attr { key: 'shape' value { shape { ", shape, " } } } }\n");
  }
  static std::string Node(const char* name, const char* op, std::vector<const char*> inputs, const char* attrs = "") {
    std::string text = StrCat("name: '", name, "' op: '", op, "'");
    for (const char* input : inputs) StrAppend(text, " input: '", input, "'");
    return StrCat(text, " ", attrs);
  }
  static std::string Attr(const char* key, const char* function) {
    return StrCat(" attr { key: '", key, "' value { func { name: '", function, "' } } }");
  }
  // One function of float arguments and results (`name:type` where they differ).
  static std::string Function(const char* name, std::vector<std::string> inputs, std::vector<std::string> nodes,
                              std::vector<std::pair<std::string, std::string>> results) {
    std::string text = StrCat("function { signature { name: '", name, "'");
    auto argument = [&](const char* what, const std::string& a) {
      size_t colon = a.find(':');
      StrAppend(text, " ", what, " { name: '", a.substr(0, colon),
                "' type: ", colon == std::string::npos ? "DT_FLOAT" : a.substr(colon + 1), " }");
    };
    for (const std::string& a : inputs) argument("input_arg", a);
    for (const auto& [a, ref] : results) argument("output_arg", a);
    StrAppend(text, " }");
    for (const std::string& n : nodes) StrAppend(text, " node_def { ", n, " }");
    for (const auto& [a, ref] : results)
      StrAppend(text, " ret { key: '", a.substr(0, a.find(':')), "' value: '", ref, "' }");
    return StrCat(text, " }\n");
  }
  static std::string Const(const char* name, const char* dtype, const char* value) {
    return Node(name, "Const", {},
                StrCat("attr { key: 'dtype' value { type: ", dtype, " } } attr { key: 'value' value { tensor { dtype: ",
                       dtype, " tensor_shape { } ", value, " } } }")
                    .c_str());
  }

  std::string dir_;
};

TEST_F(ControlFlowImport, BranchesBecomeGraphsAndConstantsAreCaptured) {
  std::string text = TextOf(StrCat(
      Input("c", "DT_BOOL", ""), Input("x", "DT_FLOAT", "dim { size: 2 }"), "node { ",
      Const("k", "DT_FLOAT", "float_val: 3"), " } node { ",
      Node("y", "StatelessIf", {"c", "x", "k"}, StrCat(Attr("then_branch", "t"), Attr("else_branch", "e")).c_str()),
      " } library { ", Function("t", {"a", "b"}, {Node("sum", "AddV2", {"a", "b"})}, {{"r", "sum:z:0"}}),
      Function("e", {"a", "b"}, {}, {{"r", "a"}}), "}"));
  EXPECT_EQ(text, R"(graph "serving_default"(%0 "c": bool[], %1 "x": f32[2]) {
  %2 "y": f32[2] = If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[2]]}(%0, %1) @"y"
  return %2
}
graph "y/t"(%0 "a": f32[2]) {
  %1 = const "b" f32[](3)
  %2 "y/sum": f32[2] = Binary(%0, %1) @"y/sum"
  return %2
}
graph "y/e"(%0 "a": f32[2]) {
  return %0
}
signature "serving_default" graph=0 inputs("c"=0, "x"=1) outputs("y"=0)
)");
}

TEST_F(ControlFlowImport, NumbersDecideUnlessTheyAreZeroAndKnownOnesAtOnce) {
  std::string library = StrCat(" } library { ", Function("t", {"a"}, {Node("neg", "Neg", {"a"})}, {{"r", "neg:y:0"}}),
                               Function("e", {"a"}, {}, {{"r", "a"}}), "}");
  std::string branches = StrCat(Attr("then_branch", "t"), Attr("else_branch", "e"));
  EXPECT_THAT(TextOf(StrCat(Input("c", "DT_INT32", ""), Input("x", "DT_FLOAT", "dim { size: 2 }"), "node { ",
                            Node("y", "If", {"c", "x"}, branches.c_str()), library)),
              HasSubstr("Compare{kind=NotEqual}"));
  EXPECT_THAT(TextOf(StrCat("node { ", Const("c", "DT_INT32", "int_val: 7"), " }", Input("x", "DT_FLOAT", ""),
                            "node { ", Node("y", "If", {"c", "x"}, branches.c_str()), library)),
              HasSubstr("%1 \"y/neg\": f32[] = Unary{kind=Neg}(%0) @\"y/neg\"\n  return %1\n}\nsignature"));
}

TEST_F(ControlFlowImport, ALoopKnowsWhichShapesChange) {
  std::string body =
      Function("b", {"i:DT_INT32", "x", "same"},
               {Const("one", "DT_INT32", "int_val: 1"), Node("next", "AddV2", {"i", "one:output:0"}),
                Const("axis", "DT_INT32", "int_val: 0"),
                Node("grow", "ConcatV2", {"x", "same", "axis:output:0"}, "attr { key: 'N' value { i: 2 } }")},
               {{"i:DT_INT32", "next:z:0"}, {"x", "grow:output:0"}, {"same", "same"}});
  std::string cond = Function("c", {"i:DT_INT32", "x", "same"},
                              {Const("n", "DT_INT32", "int_val: 3"), Node("less", "Less", {"i", "n:output:0"})},
                              {{"r:DT_BOOL", "less:z:0"}});
  std::string text = TextOf(
      StrCat("node { ", Const("zero", "DT_INT32", "int_val: 0"), " }", Input("x", "DT_FLOAT", "dim { size: 1 }"),
             "node { ", Node("loop", "While", {"zero", "x", "x"}, StrCat(Attr("cond", "c"), Attr("body", "b")).c_str()),
             " } node { ", Node("out", "Identity", {"loop:1"}), " } library { ", body, cond, "}"));
  EXPECT_THAT(text, HasSubstr("While{cond_graph=2 body_graph=1 shapes=[[],[?],[1]]}(%1, %0, %0) @\"loop\""));
  EXPECT_THAT(text, HasSubstr("graph \"loop/b\"(%0 \"i\": i32[], %1 \"x\": f32[?], %2 \"same\": f32[1])"));
}

TEST_F(ControlFlowImport, WhatDoesNotFitIsASentence) {
  std::string x = Input("x", "DT_FLOAT", "");
  EXPECT_THAT(TextOf(StrCat(x, "node { ", Node("y", "If", {"x", "x"}, Attr("then_branch", "t").c_str()), " }")),
              HasSubstr("If 'y': Failed to find function 't' in function library"));
  EXPECT_THAT(TextOf(StrCat(x, "node { ", Node("y", "While", {"x"}), " }")),
              HasSubstr("While 'y': attribute 'cond' names no function"));
  std::string two = Function("t", {"a"}, {}, {{"r", "a"}, {"s", "a"}});
  std::string loop = StrCat(Attr("cond", "t"), Attr("body", "t"));
  EXPECT_THAT(TextOf(StrCat(x, "node { ", Node("y", "While", {"x"}, loop.c_str()), " } library { ", two, "}")),
              HasSubstr("has 1 variables, function 't' takes 1 and gives 2"));
  EXPECT_THAT(
      TextOf(StrCat(x, "node { ",
                    Node("y", "If", {"x", "x"}, StrCat(Attr("then_branch", "t"), Attr("else_branch", "e")).c_str()),
                    " } library { ", two, Function("e", {"a"}, {}, {{"r", "a"}}), "}")),
      HasSubstr("its functions have different numbers of results"));
  std::string self = Function(
      "t", {"a"}, {Node("again", "If", {"a", "a"}, StrCat(Attr("then_branch", "t"), Attr("else_branch", "t")).c_str())},
      {{"r", "again:output:0"}});
  EXPECT_THAT(
      TextOf(StrCat(x, "node { ",
                    Node("y", "If", {"x", "x"}, StrCat(Attr("then_branch", "t"), Attr("else_branch", "t")).c_str()),
                    " } library { ", self, "}")),
      HasSubstr("function 't' calls itself"));
}

TEST_F(ControlFlowImport, TablesAreFilledFromAssets) {
  std::string table =
      "attr { key: 'key_dtype' value { type: DT_STRING } } attr { key: 'value_dtype' value { type: DT_INT64 } } "
      "attr { key: 'shared_name' value { s: 'words' } }";
  std::string graph = StrCat(
      "node { ", Node("t", "HashTableV2", {}, table.c_str()), " } node { ",
      Node("file", "Placeholder", {}, "attr { key: 'dtype' value { type: DT_STRING } }"), " } node { ",
      Node("fill", "InitializeTableFromTextFileV2", {"t", "file"},
           "attr { key: 'key_index' value { i: -2 } } attr { key: 'value_index' value { i: -1 } }"),
      " } node { ", Node("init", "NoOp", {"^fill"}), " } ", Input("w", "DT_STRING", "dim { size: 2 }"), "node { ",
      Const("missing", "DT_INT64", "int64_val: -1"), " } node { ",
      Node("y", "LookupTableFindV2", {"t", "w", "missing"}), " } node { ", Node("n", "LookupTableSizeV2", {"t"}), " }");
  std::string model = StrCat(
      "saved_model_schema_version: 1 meta_graphs { meta_info_def { tags: 'serve' } graph_def { ", graph,
      " } asset_file_def { tensor_info { name: 'file:0' } filename: 'words.txt' } "
      "collection_def { key: 'saved_model_main_op' value { node_list { value: 'init' } } } "
      "signature_def { key: 'serving_default' value { inputs { key: 'w' value { name: 'w:0' dtype: DT_STRING } } "
      "outputs { key: 'n' value { name: 'n:0' dtype: DT_INT64 } } "
      "outputs { key: 'y' value { name: 'y:0' dtype: DT_INT64 } } } } }");
  ASSERT_TRUE(WriteFileAtomically(JoinPath(dir_, "saved_model.pbtxt"), model).ok());
  std::filesystem::create_directories(JoinPath(dir_, "assets"));
  std::string words = JoinPath(JoinPath(dir_, "assets"), "words.txt");
  ASSERT_TRUE(WriteFileAtomically(words, "cat\r\ndog\n").ok());
  Result<ir::Module> m = ImportSavedModel(dir_);
  ASSERT_TRUE(m.ok()) << m.status().message();
  std::string text = ir::ToString(*m);
  EXPECT_THAT(text, HasSubstr("table \"words\" string[2](\"cat\",\"dog\") i64[2](0,1)\n"));
  EXPECT_THAT(text, HasSubstr("i64[](2)"));
  EXPECT_THAT(text, HasSubstr("= TableFind("));
  Result<ir::Module> parsed = ir::ParseModule(text);
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  EXPECT_EQ(ir::ToString(*parsed), text);
  std::filesystem::remove(words);
  EXPECT_THAT(ImportSavedModel(dir_).status().message(), HasSubstr("filled by 'fill': "));
}

TEST_F(ControlFlowImport, ATableThatNothingFillsIsRefused) {
  std::string text = TextOf(StrCat(
      "node { ",
      Node("t", "HashTableV2", {},
           "attr { key: 'key_dtype' value { type: DT_STRING } } attr { key: 'value_dtype' value { type: DT_INT64 } }"),
      " } ", Input("w", "DT_STRING", ""), "node { ", Const("missing", "DT_INT64", "int64_val: -1"), " } node { ",
      Node("y", "LookupTableFindV2", {"t", "w", "missing"}), " }"));
  EXPECT_THAT(text, HasSubstr("HashTableV2 't': the table is not filled when the model is loaded"));
}

TEST(TextTables, ColumnsLinesAndLimits) {
  ir::Table t{.key = DType::kString, .value = DType::kF32};
  ASSERT_TRUE(
      FillFromText("a 1.5\nb 2\nc 3\n", {.key_index = 0, .value_index = 1, .vocab_size = 2, .delimiter = ' '}, &t)
          .ok());
  EXPECT_THAT(t.keys.strings(), ElementsAre("a", "b"));
  EXPECT_THAT(t.values.as<float>(), ElementsAre(1.5f, 2.f));
  ir::Table numbers{.key = DType::kI64, .value = DType::kString};
  ASSERT_TRUE(FillFromText("head\nx\n\ny", {.key_index = -1, .value_index = -2, .offset = 1}, &numbers).ok());
  EXPECT_THAT(numbers.keys.as<int64_t>(), ElementsAre(0, 1, 2));
  EXPECT_THAT(numbers.values.strings(), ElementsAre("x", "", "y"));
}

TEST(TextTables, WrongFilesAreSentences) {
  ir::Table t{.key = DType::kString, .value = DType::kI64};
  EXPECT_THAT(FillFromText("a\n", {.key_index = 0, .value_index = 1}, &t).message(),
              HasSubstr("line 1 has 1 columns, column 1 is asked for"));
  EXPECT_THAT(FillFromText("a\tx\n", {.key_index = 0, .value_index = 1}, &t).message(),
              HasSubstr("line 1: 'x' is no i64"));
  EXPECT_THAT(FillFromText("a\n", {.vocab_size = 2}, &t).message(),
              HasSubstr("the file has 1 lines, the table shall have 2"));
  EXPECT_THAT(FillFromText("a\t1\na\t2\n", {.key_index = 0, .value_index = 1}, &t).message(),
              HasSubstr("key 1 occurs twice, with different values"));
  EXPECT_TRUE(FillFromText("a\t1\na\t1\n", {.key_index = 0, .value_index = 1}, &t).ok());
}

}  // namespace
}  // namespace slipway::wire
