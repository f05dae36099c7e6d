// Loops that are recurrent layers become one operator, others stay loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "converter/passes/passes.h"
#include "ir/evaluate.h"
#include "ir/text.h"

namespace slipway::converter {
namespace {

using testing::HasSubstr;
using testing::Not;

// An LSTM of two units over three steps of [1,2], as Keras writes its loop; weights as in the gates' order i, f, g, o.
constexpr char kLoop[] = R"(graph "main"(%0 "x": f32[3,1,2]) {
  %1 = const "zero" i32[](0)
  %2 = const "h" f32[1,2](0,0)
  %3 = const "c" f32[1,2](0,0)
  %4 = const "list" f32[3,1,2](0,0,0,0,0,0)
  %5 "i": i32[], %6 "out": f32[3,1,2], %7 "last_h": f32[1,2], %8 "last_c": f32[1,2], %9 "same": f32[3,1,2] = While{cond_graph=1 body_graph=2 shapes=[[],[3,1,2],[1,2],[1,2],[3,1,2]]}(%1, %4, %2, %3, %0) @"lstm"
  return %6, %7
}
graph "cond"(%0 "i": i32[], %1 "list": f32[3,1,2], %2 "h": f32[1,2], %3 "c": f32[1,2], %4 "x": f32[3,1,2]) {
  %5 = const "n" i32[](3)
  %6 "less": bool[] = Compare{kind=Less}(%0, %5) @"less"
  return %6
}
graph "body"(%0 "i": i32[], %1 "list": f32[3,1,2], %2 "h": f32[1,2], %3 "c": f32[1,2], %4 "x": f32[3,1,2]) {
  %5 = const "one" i32[](1)
  %6 "next": i32[] = Binary(%0, %5) @"next"
  %7 "step": f32[1,2] = Gather(%4, %0) @"step"
  %8 = const "w" f32[2,8](.1,.4,.2,.1,-.2,.3,-.1,.8,.9,-.2,.6,.1,.1,.9,-.9,-.8)
  %9 = const "r" f32[2,8](-1,.7,.6,.7,1,.6,-.1,.6,-.8,.3,-.7,.9,0,-.2,-.5,.5)
  %10 = const "b" f32[8](-.1,.1,-1,.2,.2,.2,.9,.4)
  %11 "wx": f32[1,8] = MatMul(%7, %8) @"wx"
  %12 "rh": f32[1,8] = MatMul(%2, %9) @"rh"
  %13 "sum": f32[1,8] = Binary(%11, %12) @"sum"
  %14 "biased": f32[1,8] = Binary(%13, %10) @"biased"
  %15 = const "axis" i32[](1)
  %16 "gi": f32[1,2], %17 "gf": f32[1,2], %18 "gg": f32[1,2], %19 "go": f32[1,2] = Split{num=4}(%15, %14) @"split"
  %20 "si": f32[1,2] = Unary{kind=Sigmoid}(%16) @"si"
  %21 "sf": f32[1,2] = Unary{kind=Sigmoid}(%17) @"sf"
  %22 "tg": f32[1,2] = Unary{kind=Tanh}(%18) @"tg"
  %23 "so": f32[1,2] = Unary{kind=Sigmoid}(%19) @"so"
  %24 "forget": f32[1,2] = Binary{kind=Mul}(%21, %3) @"forget"
  %25 "add": f32[1,2] = Binary{kind=Mul}(%20, %22) @"add"
  %26 "c1": f32[1,2] = Binary(%24, %25) @"c1"
  %27 "tc": f32[1,2] = Unary{kind=Tanh}(%26) @"tc"
  %28 "h1": f32[1,2] = Binary{kind=Mul}(%23, %27) @"h1"
  %29 = const "row" i32[3](1,1,2)
  %30 "as_row": f32[1,1,2] = Reshape(%28, %29) @"as_row"
  %31 = const "none" i32[](0)
  %32 "starts": i32[3] = Pack(%0, %31, %31) @"starts"
  %33 "set": f32[3,1,2] = DynamicUpdateSlice(%1, %30, %32) @"set"
  return %6, %33, %28, %26, %4
}
signature "serving_default" graph=0 inputs("x"=0) outputs("y"=0, "h"=1)
)";

std::string With(const std::string& from, const std::string& to) {
  std::string text = kLoop;
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// The same over an unknown batch size, as Keras writes it where the states begin with zeros.
std::string OpenLoop() {
  std::string text = kLoop;
  auto all = [&](std::string_view from, std::string_view to) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  };
  all(R"(  %2 = const "h" f32[1,2](0,0)
  %3 = const "c" f32[1,2](0,0)
  %4 = const "list" f32[3,1,2](0,0,0,0,0,0)
)",
      R"(  %10 "shape": i32[3] = ShapeOf(%0) @"shape"
  %11 = const "at" i32[1](1)
  %12 = const "to" i32[1](2)
  %13 = const "by" i32[1](1)
  %14 "batch": i32[1] = StridedSlice(%10, %11, %12, %13) @"batch"
  %15 = const "two" i32[1](2)
  %16 = const "three" i32[1](3)
  %17 "dims": i32[2] = Concat(%14, %15) @"dims"
  %18 "list_dims": i32[3] = Concat(%16, %14, %15) @"list_dims"
  %19 = const "nought" f32[](0)
  %2 "h": f32[?,2] = Fill(%17, %19) @"h"
  %3 "c": f32[?,2] = Fill(%17, %19) @"c"
  %4 "list": f32[3,?,2] = Fill(%18, %19) @"list"
)");
  all("f32[3,1,2]", "f32[3,?,2]"), all("f32[1,1,2]", "f32[1,?,2]");
  all("f32[1,2]", "f32[?,2]"), all("f32[1,8]", "f32[?,8]");
  all("[3,1,2],[1,2],[1,2],[3,1,2]", "[3,?,2],[?,2],[?,2],[3,?,2]");
  all("\"row\" i32[3](1,1,2)", "\"row\" i32[3](1,-1,2)");
  return text;
}

struct Outcome {
  std::string text;  // of the graph that has the loop
  std::vector<ir::Declined> declined;
};

Outcome After(const std::string& text, int expected) {
  Outcome outcome;
  Result<ir::Module> m = ir::ParseModule(text);
  EXPECT_TRUE(m.ok()) << m.status().message();
  if (!m.ok()) return outcome;
  Result<int> fired = FuseRecurrent(*m, &outcome.declined);
  EXPECT_TRUE(fired.ok()) << fired.status().message();
  EXPECT_EQ(*fired, expected);
  ir::RemoveUnused(*m->graphs[0]);
  EXPECT_TRUE(ir::Verify(*m).ok()) << ir::Verify(*m).message();
  outcome.text = ir::ToString(*m->graphs[0]);
  return outcome;
}

TEST(FuseRecurrent, AnLstm) {
  EXPECT_EQ(After(kLoop, 1).text, R"(graph "main"(%0 "x": f32[3,1,2]) {
  %1 = const "lstm/input_gate" f32[2,2](0.1,0.9,0.4,-0.2)
  %2 = const "lstm/forget_gate" f32[2,2](0.2,0.6,0.1,0.1)
  %3 = const "lstm/cell_gate" f32[2,2](-0.2,0.1,0.3,0.9)
  %4 = const "lstm/output_gate" f32[2,2](-0.1,-0.9,0.8,-0.8)
  %5 = const "lstm/input_gate/recurrent" f32[2,2](-1,-0.8,0.7,0.3)
  %6 = const "lstm/forget_gate/recurrent" f32[2,2](0.6,-0.7,0.7,0.9)
  %7 = const "lstm/cell_gate/recurrent" f32[2,2](1,0,0.6,-0.2)
  %8 = const "lstm/output_gate/recurrent" f32[2,2](-0.1,-0.5,0.6,0.5)
  %9 = const "lstm/input_gate/bias" f32[2](-0.1,0.1)
  %10 = const "lstm/forget_gate/bias" f32[2](-1,0.2)
  %11 = const "lstm/cell_gate/bias" f32[2](0.2,0.2)
  %12 = const "lstm/output_gate/bias" f32[2](0.9,0.4)
  %13 = const "lstm/output_state" f32[1,2](0,0)
  %14 = const "lstm/cell_state" f32[1,2](0,0)
  %15 "out": f32[3,1,2] = Lstm{time_major=true}(%0, %1, %2, %3, %4, %5, %6, %7, %8, _, _, _, %9, %10, %11, %12, _, _, %13, %14) @"lstm"
  %16 = const "lstm/last/begin" i32[3](2,0,0)
  %17 = const "lstm/last/size" i32[3](1,1,2)
  %18 "lstm/last": f32[1,1,2] = Slice(%15, %16, %17) @"lstm/last"
  %19 = const "lstm/state/shape" i32[2](1,2)
  %20 "last_h": f32[1,2] = Reshape(%18, %19) @"lstm/state"
  return %15, %20
}
)");
}

TEST(FuseRecurrent, AnLstmOverAnUnknownBatch) {
  EXPECT_EQ(After(OpenLoop(), 1).text, R"(graph "main"(%0 "x": f32[3,?,2]) {
  %1 = const "lstm/first/begin" i32[3](0,0,0)
  %2 = const "lstm/first/end" i32[3](1,1,1)
  %3 = const "lstm/first/step" i32[3](1,1,1)
  %4 "lstm/first": f32[?,1] = StridedSlice{begin_mask=7 end_mask=2 shrink_axis_mask=1}(%0, %1, %2, %3) @"lstm/first"
  %5 = const "lstm/row" f32[1,2](0,0)
  %6 "lstm/states": f32[?,2] = Binary{kind=Mul}(%4, %5) @"lstm/states"
  %7 "lstm/output_state": f32[?,2] = ZerosLike(%6) @"lstm/output_state"
  %8 = const "lstm/input_gate" f32[2,2](0.1,0.9,0.4,-0.2)
  %9 = const "lstm/forget_gate" f32[2,2](0.2,0.6,0.1,0.1)
  %10 = const "lstm/cell_gate" f32[2,2](-0.2,0.1,0.3,0.9)
  %11 = const "lstm/output_gate" f32[2,2](-0.1,-0.9,0.8,-0.8)
  %12 = const "lstm/input_gate/recurrent" f32[2,2](-1,-0.8,0.7,0.3)
  %13 = const "lstm/forget_gate/recurrent" f32[2,2](0.6,-0.7,0.7,0.9)
  %14 = const "lstm/cell_gate/recurrent" f32[2,2](1,0,0.6,-0.2)
  %15 = const "lstm/output_gate/recurrent" f32[2,2](-0.1,-0.5,0.6,0.5)
  %16 = const "lstm/input_gate/bias" f32[2](-0.1,0.1)
  %17 = const "lstm/forget_gate/bias" f32[2](-1,0.2)
  %18 = const "lstm/cell_gate/bias" f32[2](0.2,0.2)
  %19 = const "lstm/output_gate/bias" f32[2](0.9,0.4)
  %20 "out": f32[3,?,2] = Lstm{time_major=true}(%0, %8, %9, %10, %11, %12, %13, %14, %15, _, _, _, %16, %17, %18, %19, _, _, %7, %7) @"lstm"
  %21 = const "lstm/last/begin" i32[3](2,0,0)
  %22 = const "lstm/last/size" i32[3](1,-1,2)
  %23 "lstm/last": f32[1,?,2] = Slice(%20, %21, %22) @"lstm/last"
  %24 = const "lstm/state/shape" i32[2](-1,2)
  %25 "last_h": f32[?,2] = Reshape(%23, %24) @"lstm/state"
  return %20, %25
}
)");
}

TEST(FuseRecurrent, TheLastCellState) {
  EXPECT_EQ(After(With("return %6, %7\n", "return %6, %8\n"), 1).text, R"(graph "main"(%0 "x": f32[3,1,2]) {
  %1 = const "lstm/input_gate" f32[2,2](0.1,0.9,0.4,-0.2)
  %2 = const "lstm/forget_gate" f32[2,2](0.2,0.6,0.1,0.1)
  %3 = const "lstm/cell_gate" f32[2,2](-0.2,0.1,0.3,0.9)
  %4 = const "lstm/output_gate" f32[2,2](-0.1,-0.9,0.8,-0.8)
  %5 = const "lstm/input_gate/recurrent" f32[2,2](-1,-0.8,0.7,0.3)
  %6 = const "lstm/forget_gate/recurrent" f32[2,2](0.6,-0.7,0.7,0.9)
  %7 = const "lstm/cell_gate/recurrent" f32[2,2](1,0,0.6,-0.2)
  %8 = const "lstm/output_gate/recurrent" f32[2,2](-0.1,-0.5,0.6,0.5)
  %9 = const "lstm/input_gate/bias" f32[2](-0.1,0.1)
  %10 = const "lstm/forget_gate/bias" f32[2](-1,0.2)
  %11 = const "lstm/cell_gate/bias" f32[2](0.2,0.2)
  %12 = const "lstm/output_gate/bias" f32[2](0.9,0.4)
  %13 = const "lstm/output_state" f32[1,2](0,0)
  %14 = const "lstm/cell_state" f32[1,2](0,0)
  %15 "out": f32[3,1,2], %16 "last_c": f32[1,2] = Lstm{time_major=true returns_cell=true}(%0, %1, %2, %3, %4, %5, %6, %7, %8, _, _, _, %9, %10, %11, %12, _, _, %13, %14) @"lstm"
  return %15, %16
}
)");
}

// A simple RNN of two units whose outputs but the last are not kept, batch first.
constexpr char kRnn[] = R"(graph "main"(%0 "x": f32[1,3,2]) {
  %1 = const "zero" i32[](0)
  %2 = const "h" f32[1,2](0,0)
  %3 = const "list" f32[1,1,2](0,0)
  %4 = const "perm" i32[3](1,0,2)
  %5 "steps": f32[3,1,2] = Transpose(%0, %4) @"steps"
  %6 "i": i32[], %7 "out": f32[1,1,2], %8 "last_h": f32[1,2], %9 "same": f32[3,1,2] = While{cond_graph=1 body_graph=2 shapes=[[],[1,1,2],[1,2],[3,1,2]]}(%1, %3, %2, %5) @"rnn"
  return %7
}
graph "cond"(%0 "i": i32[], %1 "list": f32[1,1,2], %2 "h": f32[1,2], %3 "x": f32[3,1,2]) {
  %4 = const "n" i32[](3)
  %5 "less": bool[] = Compare{kind=Less}(%0, %4) @"less"
  return %5
}
graph "body"(%0 "i": i32[], %1 "list": f32[1,1,2], %2 "h": f32[1,2], %3 "x": f32[3,1,2]) {
  %4 = const "one" i32[](1)
  %5 "next": i32[] = Binary(%0, %4) @"next"
  %6 "step": f32[1,2] = Gather(%3, %0) @"step"
  %7 = const "w" f32[2,2](1,2,3,4)
  %8 = const "r" f32[2,2](5,6,7,8)
  %9 = const "b" f32[2](9,10)
  %10 "wx": f32[1,2] = MatMul(%6, %7) @"wx"
  %11 "biased": f32[1,2] = Binary(%10, %9) @"biased"
  %12 "rh": f32[1,2] = MatMul(%2, %8) @"rh"
  %13 "sum": f32[1,2] = Binary(%11, %12) @"sum"
  %14 "h1": f32[1,2] = Unary{kind=Tanh}(%13) @"h1"
  %15 = const "row" i32[3](1,1,2)
  %16 "as_row": f32[1,1,2] = Reshape(%14, %15) @"as_row"
  %17 = const "starts" i32[3](0,0,0)
  %18 "set": f32[1,1,2] = DynamicUpdateSlice(%1, %16, %17) @"set"
  return %5, %18, %14, %3
}
)";

TEST(FuseRecurrent, ASimpleRnn) {
  EXPECT_EQ(After(kRnn, 1).text, R"(graph "main"(%0 "x": f32[1,3,2]) {
  %1 = const "rnn/weights" f32[2,2](1,3,2,4)
  %2 = const "rnn/recurrent" f32[2,2](5,7,6,8)
  %3 = const "rnn/bias" f32[2](9,10)
  %4 = const "rnn/state" f32[1,2](0,0)
  %5 "rnn": f32[1,3,2] = Rnn(%0, %1, %2, %3, %4) @"rnn"
  %6 = const "rnn/last/begin" i32[3](0,2,0)
  %7 = const "rnn/last/size" i32[3](1,1,2)
  %8 "rnn/last": f32[1,1,2] = Slice(%5, %6, %7) @"rnn/last"
  %9 = const "rnn/last/shape" i32[3](1,1,2)
  %10 "out": f32[1,1,2] = Reshape(%8, %9) @"rnn/outputs"
  return %10
}
)");
}

TEST(FuseRecurrent, AStateThatBeginsWithANumber) {
  EXPECT_EQ(After(With("%3 = const \"c\" f32[1,2](0,0)", "%3 = const \"c\" f32[1,2](0,1)"), 1).text,
            R"(graph "main"(%0 "x": f32[3,1,2]) {
  %1 = const "lstm/input_gate" f32[2,2](0.1,0.9,0.4,-0.2)
  %2 = const "lstm/forget_gate" f32[2,2](0.2,0.6,0.1,0.1)
  %3 = const "lstm/cell_gate" f32[2,2](-0.2,0.1,0.3,0.9)
  %4 = const "lstm/output_gate" f32[2,2](-0.1,-0.9,0.8,-0.8)
  %5 = const "lstm/input_gate/recurrent" f32[2,2](-1,-0.8,0.7,0.3)
  %6 = const "lstm/forget_gate/recurrent" f32[2,2](0.6,-0.7,0.7,0.9)
  %7 = const "lstm/cell_gate/recurrent" f32[2,2](1,0,0.6,-0.2)
  %8 = const "lstm/output_gate/recurrent" f32[2,2](-0.1,-0.5,0.6,0.5)
  %9 = const "lstm/input_gate/bias" f32[2](-0.1,0.1)
  %10 = const "lstm/forget_gate/bias" f32[2](-1,0.2)
  %11 = const "lstm/cell_gate/bias" f32[2](0.2,0.2)
  %12 = const "lstm/output_gate/bias" f32[2](0.9,0.4)
  %13 = const "lstm/output_state" f32[1,2](0,0)
  %14 = const "c" f32[1,2](0,1)
  %15 "out": f32[3,1,2] = Lstm{time_major=true}(%0, %1, %2, %3, %4, %5, %6, %7, %8, _, _, _, %9, %10, %11, %12, _, _, %13, %14) @"lstm"
  %16 = const "lstm/last/begin" i32[3](2,0,0)
  %17 = const "lstm/last/size" i32[3](1,1,2)
  %18 "lstm/last": f32[1,1,2] = Slice(%15, %16, %17) @"lstm/last"
  %19 = const "lstm/state/shape" i32[2](1,2)
  %20 "last_h": f32[1,2] = Reshape(%18, %19) @"lstm/state"
  return %15, %20
}
)");
}

// The loop written out.
TEST(FuseRecurrent, ItsNumbers) {
  Result<ir::Module> m = ir::ParseModule(kLoop);
  ASSERT_TRUE(m.ok()) << m.status().message();
  std::vector<ir::Declined> declined;
  ASSERT_TRUE(FuseRecurrent(*m, &declined).ok());
  const float x[3][2] = {{1, -.5f}, {.25f, 2}, {-1, .75f}};
  const float w[2][8] = {{.1f, .4f, .2f, .1f, -.2f, .3f, -.1f, .8f}, {.9f, -.2f, .6f, .1f, .1f, .9f, -.9f, -.8f}};
  const float r[2][8] = {{-1, .7f, .6f, .7f, 1, .6f, -.1f, .6f}, {-.8f, .3f, -.7f, .9f, 0, -.2f, -.5f, .5f}};
  const float b[8] = {-.1f, .1f, -1, .2f, .2f, .2f, .9f, .4f};
  Tensor input = Tensor::Of<float>({3, 1, 2}, std::span<const float>(&x[0][0], 6));
  Tensor operands[] = {input};
  Result<std::vector<Tensor>> y = ir::EvaluateTensors(*m->graphs[0], operands);
  ASSERT_TRUE(y.ok()) << y.status().message();
  float h[2] = {}, c[2] = {};
  auto sigmoid = [](float v) { return 1 / (1 + std::exp(-v)); };
  for (size_t t = 0; t < 3; ++t) {
    float z[8];
    for (size_t k = 0; k < 8; ++k)
      z[k] = b[k] + x[t][0] * w[0][k] + x[t][1] * w[1][k] + h[0] * r[0][k] + h[1] * r[1][k];
    for (size_t u = 0; u < 2; ++u) {
      c[u] = sigmoid(z[2 + u]) * c[u] + sigmoid(z[u]) * std::tanh(z[4 + u]);
      h[u] = sigmoid(z[6 + u]) * std::tanh(c[u]);
      EXPECT_NEAR((*y)[0].as<float>()[t * 2 + u], h[u], 1e-6) << t << " " << u;
    }
  }
  EXPECT_NEAR((*y)[1].as<float>()[1], h[1], 1e-6);
}

// The text stays, and the report says why.
void ExpectStays(const std::string& text, const std::string& why) {
  Outcome outcome = After(text, 0);
  Result<ir::Module> m = ir::ParseModule(text);
  ASSERT_TRUE(m.ok());
  EXPECT_EQ(outcome.text, ir::ToString(*m->graphs[0]));
  ASSERT_EQ(outcome.declined.size(), 1u);
  EXPECT_EQ(outcome.declined[0].rule, "fuse_recurrent");
  EXPECT_EQ(outcome.declined[0].origin, "lstm");
  EXPECT_THAT(outcome.declined[0].reason, HasSubstr(why));
}

TEST(FuseRecurrent, WhatIsNoneStaysALoop) {
  const std::string other_step = "its step is neither an LSTM's nor a simple RNN's";
  // The last value of the counter is wanted.
  ExpectStays(With("return %6, %7\n", "return %6, %5\n"), other_step);
  // Fewer steps than the sequence has.
  ExpectStays(With("%5 = const \"n\" i32[](3)", "%5 = const \"n\" i32[](2)"), other_step);
  // Another activation.
  ExpectStays(With("%22 \"tg\": f32[1,2] = Unary{kind=Tanh}", "%22 \"tg\": f32[1,2] = Unary{kind=Relu}"), other_step);
  // Products of the wrong state.
  ExpectStays(With("MatMul(%2, %9)", "MatMul(%3, %9)"), other_step);
  // Outputs are not written where they belong.
  ExpectStays(With("Pack(%0, %31, %31)", "Pack(%31, %31, %31)"), other_step);
  // The state goes into the next round changed in another way.
  ExpectStays(With("return %6, %33, %28, %26, %4", "return %6, %33, %27, %26, %4"), other_step);
}

TEST(FuseRecurrent, ALoopOfConvolutionsSaysWhyItStays) {
  std::string text = R"(graph "main"(%0 "x": f32[1,4,4,1]) {
  %1 = const "zero" i32[](0)
  %2 "lstm": i32[], %3 "lstm:1": f32[1,4,4,1] = While{cond_graph=1 body_graph=2 shapes=[[],[1,4,4,1]]}(%1, %0) @"lstm"
  return %3
}
graph "cond"(%0 "i": i32[], %1 "h": f32[1,4,4,1]) {
  %2 = const "n" i32[](3)
  %3 "less": bool[] = Compare{kind=Less}(%0, %2) @"less"
  return %3
}
graph "body"(%0 "i": i32[], %1 "h": f32[1,4,4,1]) {
  %2 = const "one" i32[](1)
  %3 = const "k" f32[1,1,1,1](0.5)
  %4 "next": i32[] = Binary(%0, %2) @"next"
  %5 "new": f32[1,4,4,1] = Conv2D(%1, %3) @"new"
  return %4, %5
}
)";
  ExpectStays(text, "its step convolves its state (ConvLSTM)");
}

}  // namespace
}  // namespace slipway::converter
