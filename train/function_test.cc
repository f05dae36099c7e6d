#include "train/function.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "ops/binary/binary.h"
#include "ops/mat_mul/mat_mul.h"
#include "ops/reduce/reduce.h"
#include "ops/softmax/softmax.h"
#include "ops/unary/unary.h"

namespace slipway::train {
namespace {

Tensor Random(const Shape& shape, uint64_t seed) {
  Tensor t(DType::kF32, shape);
  RandomStream random(seed);
  for (float& v : t.as<float>()) v = random.Uniform(-1, 1);
  return t;
}

VariablePtr Var(std::string name, Tensor t) { return std::make_shared<Variable>(std::move(name), std::move(t)); }

struct Net {
  VariablePtr w = Var("w", Random({5, 4}, 1)), b = Var("b", Random({4}, 2));

  Value Loss(const Value& x) const {
    Value h = Apply(ops::MatMul{}, {x, Read(w)});
    h = Apply(ops::Binary{.kind = ops::BinaryKind::kAdd}, {h, Read(b)});
    h = Apply(ops::Unary{ops::UnaryKind::kTanh}, {h});
    Value p = Apply(ops::Softmax{}, {h});
    Value squares = Apply(ops::Binary{.kind = ops::BinaryKind::kMul}, {p, h});
    return Apply(ops::Reduce{.kind = ops::ReduceKind::kMean}, {squares, Tensor::Vector(std::vector<int64_t>{0, 1})});
  }

  // w -= 0.5 dw, b -= 0.5 db; the loss before.
  std::vector<Value> Step(const Value& x) const {
    Tape tape;
    Value loss = Loss(x);
    std::vector<VariablePtr> variables = {w, b};
    std::vector<Value> gradients = tape.Gradients(loss, variables);
    for (size_t i = 0; i < variables.size(); ++i) {
      Value change = Apply(ops::Binary{.kind = ops::BinaryKind::kMul}, {gradients[i], Tensor::Scalar(0.5f)});
      Value next = Apply(ops::Binary{.kind = ops::BinaryKind::kSub}, {Read(variables[i]), change});
      if (Status s = Assign(variables[i], next); !s.ok()) return {s};
    }
    return {loss, gradients[0], gradients[1]};
  }
};

Tensor Get(const Value& v) {
  Result<Tensor> t = v.Read();
  EXPECT_TRUE(t.ok()) << t.status().message();
  return t.ok() ? *t : Tensor();
}

// The heart of "one op call, three contexts": a training step op by op and as one planned graph, bit for bit.
TEST(Function, TracedEqualsEagerBitForBit) {
  Net eager, traced;
  Function step("step", [&](std::span<const Value> in) { return traced.Step(in[0]); });
  for (uint64_t i = 0; i < 4; ++i) {
    Value x = Random({3, 5}, 10 + i);
    std::vector<Value> a = eager.Step(x), b = step({x});
    ASSERT_EQ(a.size(), b.size()) << b[0].status().message();
    for (size_t k = 0; k < a.size(); ++k)
      EXPECT_TRUE(Identical(Get(a[k]), Get(b[k]))) << "step " << i << " result " << k;
    EXPECT_TRUE(Identical(eager.w->tensor(), traced.w->tensor()));
    EXPECT_TRUE(Identical(eager.b->tensor(), traced.b->tensor()));
  }
  EXPECT_EQ(step.calls(), 4);
  EXPECT_EQ(step.traces(), 1);

  Net third;
  Function slow("step", [&](std::span<const Value> in) { return third.Step(in[0]); }, {.run_eagerly = true});
  for (uint64_t i = 0; i < 4; ++i) slow({Value(Random({3, 5}, 10 + i))});
  EXPECT_TRUE(Identical(third.w->tensor(), traced.w->tensor()));
  EXPECT_EQ(slow.traces(), 0);
}

TEST(Function, OneTracePerOperandTypes) {
  Net net;
  Function f("loss", [&](std::span<const Value> in) { return std::vector<Value>{net.Loss(in[0])}; });
  f({Value(Random({3, 5}, 1))});
  f({Value(Random({3, 5}, 2))});
  EXPECT_EQ(f.traces(), 1);
  f({Value(Random({2, 5}, 2))});
  EXPECT_EQ(f.traces(), 2);
  f.Freeze();
  std::vector<Value> refused = f({Value(Random({1, 5}, 2))});
  EXPECT_NE(refused[0].status().message().find("is frozen and would have to be traced again for operands (f32[1,5])"),
            std::string::npos)
      << refused[0].status().message();
  std::vector<Value> wrong = Function(
      "g", [&](std::span<const Value> in) { return std::vector<Value>{net.Loss(in[0])}; })({Value(Random({3, 6}, 1))});
  EXPECT_EQ(wrong[0].status().message().find("tracing 'g': 'MatMul'"), 0u) << wrong[0].status().message();
}

TEST(Function, OpenSizesAndInlining) {
  Net net;
  Function f("loss", [&](std::span<const Value> in) { return std::vector<Value>{net.Loss(in[0])}; });
  TensorType open(DType::kF32, {kUnknownDim, 5});
  Result<Executable*> trace = f.Specialize({&open, 1});
  ASSERT_TRUE(trace.ok()) << trace.status().message();
  for (int64_t n : {4, 2}) {
    Tensor x = Random({n, 5}, 3);
    ASSERT_TRUE((*trace)->SetInput(0, x).ok());
    ASSERT_TRUE((*trace)->Run().ok());
    EXPECT_TRUE(Identical(*(*trace)->GetOutput(0), Get(net.Loss(x))));
  }
  Function outer("outer", [&](std::span<const Value> in) {
    Value loss = f({in[0]})[0];
    return std::vector<Value>{Apply(ops::Binary{.kind = ops::BinaryKind::kAdd}, {loss, loss})};
  });
  Tensor x = Random({3, 5}, 4);
  EXPECT_EQ(Get(outer({Value(x)})[0]).AsDoubles()[0], 2 * Get(net.Loss(x)).AsDoubles()[0]);
  Tape tape;
  EXPECT_EQ(tape.Gradients(f({Value(x)})[0], std::vector<VariablePtr>{net.b})[0].type(), net.b->type());
}

}  // namespace
}  // namespace slipway::train
