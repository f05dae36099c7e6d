#include "ir/calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/text.h"

namespace slipway::ir {
namespace {

constexpr char kLoop[] = R"(graph "main"(%0 "i": i32[], %1 "x": f32[2]) {
  %2 "loop": i32[], %3 "loop:1": f32[2] = While{cond_graph=1 body_graph=2 shapes=[[],[2]]}(%0, %1) @"loop"
  return %3
}
graph "cond"(%0 "i": i32[], %1 "x": f32[2]) {
  %2 = const "n" i32[](4)
  %3 "less": bool[] = Compare{kind=Less}(%0, %2) @"less"
  return %3
}
graph "body"(%0 "i": i32[], %1 "x": f32[2]) {
  %2 = const "one" i32[](1)
  %3 "next": i32[] = Binary(%0, %2) @"next"
  %4 "neg": f32[2] = Unary{kind=Neg}(%1) @"neg"
  return %3, %4
}
signature "serving_default" graph=0 inputs("i"=0, "x"=1) outputs("y"=0)
)";

std::string Problem(const std::string& text) {
  Result<Module> m = ParseModule(text);
  if (!m.ok()) return m.status().message();
  Status s = Verify(*m);
  return s.ok() ? "" : s.message();
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return text.replace(at, from.size(), to);
}

TEST(Calls, TextIsPrintedAsItIsRead) {
  Result<Module> m = ParseModule(kLoop);
  ASSERT_TRUE(m.ok()) << m.status().message();
  EXPECT_EQ(ToString(*m), kLoop);
  EXPECT_TRUE(Verify(*m).ok());
  EXPECT_THAT(ReachedGraphs(*m), testing::ElementsAre(true, true, true));
  m->signatures[0].graph = 1;
  EXPECT_THAT(ReachedGraphs(*m), testing::ElementsAre(false, true, false));
}

TEST(Calls, WhatDoesNotFitIsNamed) {
  EXPECT_EQ(Problem(kLoop), "");
  EXPECT_EQ(Problem(Replaced(kLoop, "body_graph=2", "body_graph=3")),
            "'loop' (While): graph 3 does not exist, there are 3");
  EXPECT_EQ(Problem(Replaced(kLoop, "return %3, %4", "return %3")),
            "'loop' (While): graph 'body' has 1 outputs, the op has 2");
  EXPECT_EQ(Problem(Replaced(kLoop, "return %3, %4", "return %3, %3")),
            "'loop' (While): graph 'body' has i32 as 'next', the op has f32");
  EXPECT_EQ(Problem(Replaced(kLoop, "body_graph=2", "body_graph=0")),
            "'loop' (While): graph 'main' has 1 outputs, the op has 2");
  EXPECT_EQ(Problem(Replaced(kLoop, "cond_graph=1", "cond_graph=2")),
            "'loop' (While): graph 'body' decides whether to go on, so it gives one bool");
}

TEST(Calls, ACircleIsNamed) {
  EXPECT_EQ(Problem("graph \"a\"() {\n  Call{graph=1}() @\"x\"\n  return\n}\n"
                    "graph \"b\"() {\n  Call() @\"y\"\n  return\n}\n"),
            "graphs run each other in a circle: 'a' runs 'b' runs 'a'");
}

}  // namespace
}  // namespace slipway::ir
