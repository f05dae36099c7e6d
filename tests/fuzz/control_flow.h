#pragma once
// A module with branches, a loop, a variable that a branch writes, and a table.

namespace slipway::fuzz {

inline constexpr char kControlFlow[] = R"(variable "total" f32[2](1,2)
table "labels" i64[2](7,9) string[2]("seven","nine")
graph "main"(%0 "c": bool[], %1 "i": i32[], %2 "x": f32[2], %3 "k": i64[2]) {
  %4 "branch": f32[2] = If{then_graph=1 else_graph=2 dtypes=[f32] shapes=[[2]]}(%0, %2) @"branch"
  %5 "loop": i32[], %6 "loop:1": f32[2] = While{cond_graph=3 body_graph=4 shapes=[[],[2]]}(%1, %4) @"loop"
  %7 "case": f32[2] = SwitchCase{graphs=[5,6] dtypes=[f32] shapes=[[2]]}(%1, %6) @"case"
  %8 = const "none" string[]("?")
  %9 "find": string[2] = TableFind(%3, %8) @"find"
  return %7, %9
}
graph "then"(%0 "x": f32[2]) {
  %1 "read": f32[2] = ReadVariable{shape=[2]}() @"read"
  %2 "sum": f32[2] = Binary(%1, %0) @"sum"
  AssignVariable(%2) @"assign"
  return %2
}
graph "else"(%0 "x": f32[2]) {
  return %0
}
graph "cond"(%0 "i": i32[], %1 "y": f32[2]) {
  %2 = const "n" i32[](3)
  %3 "less": bool[] = Compare{kind=Less}(%0, %2) @"less"
  return %3
}
graph "body"(%0 "i": i32[], %1 "y": f32[2]) {
  %2 = const "one" i32[](1)
  %3 "next": i32[] = Binary(%0, %2) @"next"
  %4 = const "yes" bool[](1)
  %5 "again": f32[2] = If{then_graph=7 else_graph=8 dtypes=[f32] shapes=[[2]]}(%4, %1) @"again"
  return %3, %5
}
graph "neg"(%0 "x": f32[2]) {
  %1 "neg": f32[2] = Unary{kind=Neg}(%0) @"neg"
  return %1
}
graph "same"(%0 "x": f32[2]) {
  return %0
}
graph "twice"(%0 "x": f32[2]) {
  %1 "sum": f32[2] = Binary(%0, %0) @"sum"
  return %1
}
graph "constant"(%0 "x": f32[2]) {
  %1 = const "k" f32[2](5,6)
  return %1
}
signature "serving_default" graph=0 inputs("c"=0, "i"=1, "k"=3, "x"=2) outputs("y"=0, "z"=1)
)";

}  // namespace slipway::fuzz
