// Loops and conditions of TensorFlow 1 become graphs of the module.
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

std::string Node(const char* name, const char* op, std::vector<const char*> inputs, const std::string& attrs = "") {
  std::string text = StrCat("node { name: '", name, "' op: '", op, "'");
  for (const char* input : inputs) StrAppend(text, " input: '", input, "'");
  return StrCat(text, " ", attrs, " }\n");
}

std::string Const(const char* name, const char* dtype, const char* value, std::vector<const char*> inputs = {}) {
  return Node(name, "Const", std::move(inputs),
              StrCat("attr { key: 'dtype' value { type: ", dtype, " } } attr { key: 'value' value { tensor { dtype: ",
                     dtype, " tensor_shape { } ", value, " } } }"));
}

std::string Input(const char* name, const char* dtype, const char* shape) {
  return Node(name, "Placeholder", {},
              StrCat("attr { key: 'dtype' value { type: ", dtype, " } } attr { key: 'shape' value { shape { ", shape,
                     " } } }"));
}

std::string Enter(const char* name, const char* of, const char* constant) {
  return Node(
      name, "Enter", {of},
      StrCat("attr { key: 'frame_name' value { s: 'loop' } } attr { key: 'is_constant' value { b: ", constant, " } }"));
}

std::string TextOf(const std::string& graph) {
  std::string path = StrCat(testing::TempDir(), "/tf1_", getpid(), ".pbtxt");
  EXPECT_TRUE(WriteFileAtomically(path, StrCat(graph, " versions { producer: 100 }")).ok());
  Result<ir::Module> m = ImportGraphDef(path);
  std::filesystem::remove(path);
  if (!m.ok()) return m.status().message();
  Status verified = ir::Verify(*m);
  return verified.ok() ? ir::ToString(*m) : verified.message();
}

// for (i = 0; i < 4; ++i) v = v * k
std::string Loop(const std::string& inside = Node("mul", "Mul", {"v", "k"})) {
  return StrCat(Input("x", "DT_FLOAT", "dim { size: 2 }"), Input("factor", "DT_FLOAT", ""),
                Const("zero", "DT_INT32", "int_val: 0"), Enter("enter_i", "zero", "false"),
                Enter("enter_v", "x", "false"), Enter("k", "factor", "true"),
                Node("merge_i", "Merge", {"enter_i", "next_i"}), Node("merge_v", "Merge", {"enter_v", "next_v"}),
                Const("n", "DT_INT32", "int_val: 4", {"^merge_i"}), Node("less", "Less", {"merge_i", "n"}),
                Node("go_on", "LoopCond", {"less"}), Node("switch_i", "Switch", {"merge_i", "go_on"}),
                Node("switch_v", "Switch", {"merge_v", "go_on"}), Node("i", "Identity", {"switch_i:1"}),
                Node("v", "Identity", {"switch_v:1"}), Const("one", "DT_INT32", "int_val: 1", {"^i"}),
                Node("add", "AddV2", {"i", "one"}), inside, Node("next_i", "NextIteration", {"add"}),
                Node("next_v", "NextIteration", {"mul"}), Node("exit_v", "Exit", {"switch_v"}),
                Node("y", "Neg", {"exit_v"}));
}

TEST(Tf1ControlFlow, ALoop) {
  EXPECT_EQ(TextOf(Loop()), R"(graph "serving_default"(%0 "x": f32[2], %1 "factor": f32[]) {
  %2 = const "zero" i32[](0)
  %3 "loop": i32[], %4 "loop:1": f32[2], %5 "loop:2": f32[] = While{cond_graph=2 body_graph=1 shapes=[[],[2],[]]}(%2, %0, %1) @"loop"
  %6 "y": f32[2] = Unary{kind=Neg}(%4) @"y"
  return %6
}
graph "loop/loop/body"(%0 "merge_i": i32[], %1 "merge_v": f32[2], %2 "k": f32[]) {
  %3 = const "loop/one" i32[](1)
  %4 "loop/add": i32[] = Binary(%0, %3) @"loop/add"
  %5 "loop/mul": f32[2] = Binary{kind=Mul}(%1, %2) @"loop/mul"
  return %4, %5, %2
}
graph "loop/loop/cond"(%0 "merge_i": i32[], %1 "merge_v": f32[2], %2 "k": f32[]) {
  %3 = const "loop/n" i32[](4)
  %4 "loop/less": bool[] = Compare{kind=Less}(%0, %3) @"loop/less"
  return %4
}
signature "serving_default" graph=0 inputs("x"=0, "factor"=1) outputs("y"=0)
)");
}

// x > 0 ? 2 x : x - 1, and 3 or 4 along with it
std::string Condition() {
  return StrCat(
      Input("x", "DT_FLOAT", ""), Const("zero", "DT_FLOAT", "float_val: 0"), Node("positive", "Greater", {"x", "zero"}),
      Node("cond/Switch", "Switch", {"positive", "positive"}), Node("cond/switch_t", "Identity", {"cond/Switch:1"}),
      Node("cond/switch_f", "Identity", {"cond/Switch"}), Node("cond/pred_id", "Identity", {"positive"}),
      Node("cond/mul/Switch", "Switch", {"x", "cond/pred_id"}),
      Const("two", "DT_FLOAT", "float_val: 2", {"^cond/switch_t"}), Node("mul", "Mul", {"cond/mul/Switch:1", "two"}),
      Node("cond/sub/Switch", "Switch", {"x", "cond/pred_id"}),
      Const("one", "DT_FLOAT", "float_val: 1", {"^cond/switch_f"}), Node("sub", "Sub", {"cond/sub/Switch", "one"}),
      Node("cond/Merge", "Merge", {"sub", "mul"}));
}

TEST(Tf1ControlFlow, ACondition) {
  EXPECT_EQ(TextOf(StrCat(Condition(), Node("y", "Neg", {"cond/Merge"}))), R"(graph "serving_default"(%0 "x": f32[]) {
  %1 = const "zero" f32[](0)
  %2 "positive": bool[] = Compare{kind=Greater}(%0, %1) @"positive"
  %3 "cond/If": f32[] = If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[]]}(%2, %2, %0) @"cond/If"
  %4 "y": f32[] = Unary{kind=Neg}(%3) @"y"
  return %4
}
graph "cond/If/cond/true"(%0 "cond/Switch": bool[], %1 "cond/mul/Switch": f32[]) {
  %2 = const "cond/If/two" f32[](2)
  %3 "cond/If/mul": f32[] = Binary{kind=Mul}(%1, %2) @"cond/If/mul"
  return %3
}
graph "cond/If/cond/false"(%0 "cond/Switch": bool[], %1 "cond/mul/Switch": f32[]) {
  %2 = const "cond/If/one" f32[](1)
  %3 "cond/If/sub": f32[] = Binary{kind=Sub}(%1, %2) @"cond/If/sub"
  return %3
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0)
)");
}

TEST(Tf1ControlFlow, AConditionOfConstants) {
  std::string text = TextOf(StrCat(Condition(), Const("three", "DT_FLOAT", "float_val: 3", {"^cond/switch_t"}),
                                   Const("four", "DT_FLOAT", "float_val: 4", {"^cond/switch_f"}),
                                   Node("cond/Merge_1", "Merge", {"four", "three"}),
                                   Node("y", "AddV2", {"cond/Merge", "cond/Merge_1"})));
  EXPECT_THAT(text, HasSubstr("f32[](3)"));
  EXPECT_THAT(text, HasSubstr("= If{"));
}

TEST(Tf1ControlFlow, AConditionInALoop) {
  std::string text =
      TextOf(Loop(StrCat(Const("half", "DT_INT32", "int_val: 2", {"^i"}), Node("late", "Greater", {"i", "half"}),
                         Node("sw", "Switch", {"v", "late"}), Node("a", "Square", {"sw:1"}), Node("b", "Neg", {"sw"}),
                         Node("join", "Merge", {"b", "a"}), Node("mul", "Mul", {"join", "k"}))));
  EXPECT_THAT(text, HasSubstr("= While{"));
  EXPECT_THAT(text, HasSubstr("= If{"));
}

TEST(Tf1ControlFlow, WhatIsNeitherIsASentence) {
  std::string text = TextOf(StrCat(Input("x", "DT_FLOAT", ""), Input("p", "DT_BOOL", ""), Input("q", "DT_BOOL", ""),
                                   Node("s", "Switch", {"x", "p"}), Node("t", "Switch", {"x", "q"}),
                                   Node("y", "Merge", {"s", "t:1"})));
  EXPECT_THAT(text, HasSubstr("Switch 's' and 1 more: control flow of TensorFlow 1 that is neither"));
}

}  // namespace
}  // namespace slipway::wire
