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

std::string After(const std::string& text, int expected) {
  Result<ir::Module> m = ir::ParseModule(text);
  if (!m.ok()) return m.status().message();
  Result<int> fired = FuseRecurrent(*m);
  if (!fired.ok()) return fired.status().message();
  EXPECT_EQ(*fired, expected);
  Status verified = ir::Verify(*m);
  return verified.ok() ? ir::ToString(*m->graphs[0]) : verified.message();
}

TEST(FuseRecurrent, AnLstm) {
  std::string text = After(kLoop, 1);
  EXPECT_THAT(text, HasSubstr("Lstm{time_major=true}(%0, "));
  EXPECT_THAT(text, Not(HasSubstr("While")));
}

// The loop written out.
TEST(FuseRecurrent, ItsNumbers) {
  Result<ir::Module> m = ir::ParseModule(kLoop);
  ASSERT_TRUE(m.ok()) << m.status().message();
  ASSERT_TRUE(FuseRecurrent(*m).ok());
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

TEST(FuseRecurrent, WhatIsNoneStaysALoop) {
  // The last cell state is wanted, which the operator does not give.
  After(With("return %6, %7\n", "return %6, %8\n"), 0);
  // A state that does not begin with zeros.
  After(With("%3 = const \"c\" f32[1,2](0,0)", "%3 = const \"c\" f32[1,2](0,1)"), 0);
  // Fewer steps than the sequence has.
  After(With("%5 = const \"n\" i32[](3)", "%5 = const \"n\" i32[](2)"), 0);
  // Another activation.
  After(With("%22 \"tg\": f32[1,2] = Unary{kind=Tanh}", "%22 \"tg\": f32[1,2] = Unary{kind=Relu}"), 0);
  // Products of the wrong state.
  After(With("MatMul(%2, %9)", "MatMul(%3, %9)"), 0);
  // Outputs are not written where they belong.
  After(With("Pack(%0, %31, %31)", "Pack(%31, %31, %31)"), 0);
}

}  // namespace
}  // namespace slipway::converter
