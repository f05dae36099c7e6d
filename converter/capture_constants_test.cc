// Constants that branches and loops take as operands go into their graphs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converter/passes/passes.h"
#include "converter/pipeline.h"
#include "ir/text.h"

namespace slipway::converter {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string After(const std::string& text, int expected) {
  Result<ir::Module> m = ir::ParseModule(text);
  if (!m.ok()) return m.status().message();
  Result<int> fired = CaptureConstants(*m);
  if (!fired.ok()) return fired.status().message();
  EXPECT_EQ(*fired, expected);
  Status verified = ir::Verify(*m);
  return verified.ok() ? ir::ToString(*m) : verified.message();
}

constexpr char kLoop[] = R"(graph "main"(%0 "i": i32[], %1 "x": f32[1,2]) {
  %2 = const "w" f32[2,2](1,2,3,4)
  %3 = const "start" f32[1,2](0,0)
  %4 "loop": i32[], %5 "loop:1": f32[1,2], %6 "loop:2": f32[2,2], %7 "loop:3": f32[1,2] = While{cond_graph=1 body_graph=2 shapes=[[],[1,2],[2,2],[1,2]]}(%0, %1, %2, %3) @"loop"
  return %5, %6, %7
}
graph "cond"(%0 "i": i32[], %1 "x": f32[1,2], %2 "w": f32[2,2], %3 "y": f32[1,2]) {
  %4 = const "n" i32[](4)
  %5 "less": bool[] = Compare{kind=Less}(%0, %4) @"less"
  return %5
}
graph "body"(%0 "i": i32[], %1 "x": f32[1,2], %2 "w": f32[2,2], %3 "y": f32[1,2]) {
  %4 = const "one" i32[](1)
  %5 "next": i32[] = Binary(%0, %4) @"next"
  %6 "product": f32[1,2] = MatMul(%1, %2) @"product"
  %7 "sum": f32[1,2] = Binary(%3, %6) @"sum"
  return %5, %6, %2, %7
}
signature "serving_default" graph=0 inputs("i"=0, "x"=1) outputs("a"=0, "b"=1, "c"=2)
)";

// The weights stay as they are in the loop, the sum that starts with a constant does not.
TEST(CaptureConstants, OfALoopOnlyWhatItLeaves) {
  std::string text = After(kLoop, 1);
  EXPECT_THAT(text, HasSubstr("While{cond_graph=1 body_graph=2 shapes=[[],[1,2],[1,2]]}(%0, %1, %2) @\"loop\""));
  EXPECT_THAT(text, HasSubstr("graph \"body\"(%0 \"i\": i32[], %1 \"x\": f32[1,2], %2 \"y\": f32[1,2]) {"));
  EXPECT_THAT(text, HasSubstr("%5 = const \"w\" f32[2,2](1,2,3,4)\n  %6 \"product\": f32[1,2] = MatMul(%1, %5)"));
  EXPECT_THAT(text, HasSubstr("return %4, %6, %7"));
}

TEST(CaptureConstants, BodiesAreRewrittenLikeAnyGraph) {
  Result<ir::Module> m = ir::ParseModule(kLoop);
  ASSERT_TRUE(m.ok()) << m.status().message();
  ir::RewriteStats stats;
  Status s = Simplify(*m, &stats, {.verify = true});
  ASSERT_TRUE(s.ok()) << s.message();
  EXPECT_THAT(ir::ToString(*m), HasSubstr("= FullyConnected("));
  EXPECT_THAT(ir::ToString(*m), Not(HasSubstr("MatMul")));
  EXPECT_EQ(stats.fired["capture_constants"], 1);
}

TEST(CaptureConstants, OfBranchesAll) {
  std::string text = After(R"(graph "main"(%0 "c": bool[]) {
  %1 = const "k" f32[2](1,2)
  %2 "y": f32[2] = If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[2]]}(%0, %1) @"y"
  return %2
}
graph "then"(%0 "a": f32[2]) {
  %1 "neg": f32[2] = Unary{kind=Neg}(%0) @"neg"
  return %1
}
graph "else"(%0 "a": f32[2]) {
  return %0
}
signature "serving_default" graph=0 inputs("c"=0) outputs("y"=0)
)",
                           1);
  EXPECT_THAT(text, HasSubstr("If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[2]]}(%0) @\"y\""));
  EXPECT_THAT(text, HasSubstr("graph \"then\"() {\n  %0 = const \"a\" f32[2](1,2)\n"));
  EXPECT_THAT(text, HasSubstr("graph \"else\"() {\n  %0 = const \"a\" f32[2](1,2)\n  return %0\n"));
}

TEST(CaptureConstants, AGraphOfSeveralCallersStays) {
  std::string text = R"(graph "main"(%0 "x": f32[2]) {
  %1 "a": f32[2] = Call{graph=1 dtypes=[f32] shapes=[[2]]}(%0) @"a"
  %2 = const "k" f32[2](1,2)
  %3 "b": f32[2] = Call{graph=1 dtypes=[f32] shapes=[[2]]}(%2) @"b"
  return %1, %3
}
graph "f"(%0 "a": f32[2]) {
  %1 "neg": f32[2] = Unary{kind=Neg}(%0) @"neg"
  return %1
}
signature "serving_default" graph=0 inputs("x"=0) outputs("a"=0, "b"=1)
)";
  EXPECT_EQ(After(text, 0), text);
}

}  // namespace
}  // namespace slipway::converter
