#include "train/apply.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ir/evaluate.h"
#include "ops/binary/binary.h"
#include "ops/reduce/reduce.h"
#include "ops/unary/unary.h"
#include "train/grad.h"
#include "train/nn/functional.h"

namespace slipway::train {
namespace {

using ops::BinaryKind;
using ops::UnaryKind;

Value Op2(BinaryKind kind, const Value& a, const Value& b) { return Apply(ops::Binary{.kind = kind}, {a, b}); }
Value Mul(const Value& a, const Value& b) { return Op2(BinaryKind::kMul, a, b); }
Value Add(const Value& a, const Value& b) { return Op2(BinaryKind::kAdd, a, b); }
Value Tanh(const Value& x) { return Apply(ops::Unary{UnaryKind::kTanh}, {x}); }
Value SumAll(const Value& x) {
  std::vector<int64_t> axes;
  for (int i = 0; i < x.shape().rank(); ++i) axes.push_back(i);
  return Apply(ops::Reduce{}, {x, Tensor::Vector(axes)});
}

std::vector<double> Elements(const Value& v) {
  Result<Tensor> t = v.Read();
  EXPECT_TRUE(t.ok()) << t.status().message();
  return t.ok() ? t->AsDoubles() : std::vector<double>{};
}

VariablePtr Var(std::string name, std::initializer_list<float> values) {
  return std::make_shared<Variable>(std::move(name), Tensor::Of<float>({static_cast<int64_t>(values.size())}, values));
}

// sum(tanh(w x) + w)
Value Model(const VariablePtr& w, const Value& x) {
  Value read = Read(w);
  return SumAll(Add(Tanh(Mul(read, x)), read));
}

TEST(Apply, ThreeContextsOneNumber) {
  VariablePtr w = Var("w", {0.5f, -1, 2});
  Value x(Tensor::Of<float>({3}, {1, 0.25f, -0.5f}));
  double eager = Elements(Model(w, x))[0];

  Tape tape;
  EXPECT_EQ(Elements(Model(w, x))[0], eager);

  ir::Graph graph;
  VariableTable table;
  {
    Trace trace(graph, table);
    Value symbol = trace.Input(x.type(), "x");
    Value y = Model(w, symbol);
    EXPECT_TRUE(y.symbolic());
    ASSERT_TRUE(trace.Finish({&y, 1}).ok());
  }
  ASSERT_EQ(table.variables().size(), 1u);
  std::vector<Tensor> variables = {w->tensor()};
  auto traced = ir::EvaluateTensors(graph, std::vector<Tensor>{*x.Read()}, &variables);
  ASSERT_TRUE(traced.ok()) << traced.status().message();
  EXPECT_NEAR((*traced)[0].AsDoubles()[0], eager, 1e-6);
}

TEST(Apply, TapeGradientsEagerAndTraced) {
  VariablePtr w = Var("w", {0.5f, -1, 2}), unused = Var("unused", {1, 2});
  Value x(Tensor::Of<float>({3}, {1, 0.25f, -0.5f}));
  Tape tape;
  tape.Watch(x);
  Value loss = Model(w, x);
  std::vector<Value> gradients = tape.Gradients(loss, std::vector<VariablePtr>{w, unused});
  std::vector<double> dw = Elements(gradients[0]);
  std::vector<double> wv = w->tensor().AsDoubles(), xv = Elements(x);
  for (size_t i = 0; i < 3; ++i) {
    double t = std::tanh(wv[i] * xv[i]);
    EXPECT_NEAR(dw[i], (1 - t * t) * xv[i] + 1, 1e-6);
  }
  EXPECT_EQ(Elements(gradients[1]), (std::vector<double>{0, 0}));
  std::vector<double> dx = Elements(tape.Gradients(loss, std::vector<Value>{x})[0]);
  for (size_t i = 0; i < 3; ++i) {
    double t = std::tanh(wv[i] * xv[i]);
    EXPECT_NEAR(dx[i], (1 - t * t) * wv[i], 1e-6);
  }

  ir::Graph graph;
  VariableTable table;
  {
    Trace trace(graph, table);
    Tape inner;
    Value symbol = trace.Input(x.type(), "x");
    std::vector<Value> traced = inner.Gradients(Model(w, symbol), std::vector<VariablePtr>{w, unused});
    ASSERT_TRUE(trace.Finish(traced).ok());
  }
  std::vector<Tensor> variables;
  for (const VariablePtr& v : table.variables()) variables.push_back(v->tensor());
  auto run = ir::EvaluateTensors(graph, std::vector<Tensor>{*x.Read()}, &variables);
  ASSERT_TRUE(run.ok()) << run.status().message();
  std::vector<double> traced = (*run)[0].AsDoubles();
  for (size_t i = 0; i < 3; ++i) EXPECT_NEAR(traced[i], dw[i], 1e-6);
  EXPECT_EQ((*run)[1].AsDoubles(), (std::vector<double>{0, 0}));
}

// What remembers its logits for a loss is still the value that the tape has seen.
TEST(Apply, TapesFollowValuesWithLogits) {
  VariablePtr w = Var("w", {0.5f, -1, 2});
  for (bool softmax : {false, true}) {
    Tape tape;
    Value y = softmax ? nn::Softmax(Read(w)) : nn::Sigmoid(Read(w));
    Value first = Mul(y, Value(Tensor::Of<float>({3}, {1, 0, 0})));
    const double g = Elements(tape.Gradients(SumAll(first), std::vector<VariablePtr>{w})[0])[0];
    const double p = Elements(y)[0];
    EXPECT_NEAR(g, p * (1 - p), 1e-6) << softmax;
  }
}

TEST(Apply, SecondOrder) {
  Value x(Tensor::Scalar<float>(0.7f));
  Tape outer;
  outer.Watch(x);
  Value dx;
  {
    Tape inner;
    inner.Watch(x);
    Value y = Mul(Mul(x, x), x);
    dx = inner.Gradients(y, std::vector<Value>{x})[0];
  }
  EXPECT_NEAR(Elements(dx)[0], 3 * 0.49, 1e-6);
  EXPECT_NEAR(Elements(outer.Gradients(dx, std::vector<Value>{x})[0])[0], 6 * 0.7, 1e-6);
}

TEST(Apply, ErrorsTravelInValues) {
  NameScope scope("dense");
  Value a(Tensor(DType::kF32, {2, 3})), b(Tensor(DType::kF32, {2, 4})), c(Tensor(DType::kI32, {2, 3}));
  Value bad = Tanh(Add(a, b));
  EXPECT_FALSE(bad.ok());
  EXPECT_NE(bad.status().message().find("'dense/Add'"), std::string::npos) << bad.status().message();
  EXPECT_FALSE(Add(a, c).ok());  // no casts
  EXPECT_FALSE(bad.Read().ok());
  Tape tape;
  EXPECT_FALSE(tape.Gradients(bad, std::vector<Value>{a})[0].ok());
  EXPECT_NE(tape.Gradients(Tanh(a), std::vector<Value>{a})[0].ok(), false);  // nothing watched: zeros
  tape.Watch(a);
  Value vector = Tanh(a);
  Value gradient = tape.Gradients(vector, std::vector<Value>{a})[0];
  EXPECT_NE(gradient.status().message().find("expected a float scalar"), std::string::npos);
}

TEST(Apply, SymbolsHaveNoElements) {
  ir::Graph graph;
  VariableTable table;
  Value symbol;
  {
    Trace trace(graph, table);
    symbol = trace.Input({DType::kF32, {2}}, "x");
    EXPECT_NE(symbol.Read().status().message().find("has no elements"), std::string::npos);
    EXPECT_NE(symbol.ToString().find("has no elements"), std::string::npos);
  }
  Value outside = Tanh(symbol);
  EXPECT_FALSE(outside.ok());
  ir::Graph other;
  Trace trace(other, table);
  Value elsewhere = Tanh(symbol);
  EXPECT_NE(elsewhere.status().message().find("outside of the trace"), std::string::npos);
}

TEST(Apply, VariablesAreAssignedInPlace) {
  VariablePtr w = Var("w", {1, 2});
  const void* memory = w->tensor().data();
  Value before = Read(w);
  ASSERT_TRUE(Assign(w, Add(Read(w), Read(w))).ok());
  EXPECT_EQ(w->tensor().data(), memory);
  EXPECT_EQ(Elements(Read(w)), (std::vector<double>{2, 4}));
  EXPECT_EQ(Elements(before), (std::vector<double>{1, 2}));
  Status wrong = Assign(w, Value(Tensor(DType::kF32, {3})));
  EXPECT_EQ(wrong.message(), "the variable 'w' is f32[2], it cannot take a value of type f32[3]");
}

TEST(Apply, AGradientAfterAnAssignmentIsRefused) {
  VariablePtr w = Var("w", {1, 2});
  ir::Graph graph;
  VariableTable table;
  Trace trace(graph, table);
  Tape tape;
  Value x = Read(w);
  ASSERT_TRUE(Assign(w, Mul(x, x)).ok());
  Value loss = SumAll(Read(w));
  Value g = tape.Gradients(loss, std::vector<VariablePtr>{w})[0];
  ASSERT_FALSE(g.ok());
  EXPECT_NE(g.status().message().find("read after it was assigned"), std::string::npos) << g.status().message();
}

TEST(Apply, FusedActivationsAreSplitOff) {
  ir::Graph graph;
  ir::ValueId a = graph.AddInput({DType::kF32, {3}}, "a"), b = graph.AddInput({DType::kF32, {3}}, "b");
  ir::ValueId y = *graph.Add(ops::Binary{.kind = BinaryKind::kMul, .activation = ops::Activation::kRelu6}, {a, b}, "y");
  ir::ValueId loss =
      *graph.Add(ops::Reduce{}, {y, graph.AddConstant(Tensor::Vector(std::vector<int64_t>{0}), "axes")}, "loss");
  auto gradients = Gradients(graph, loss, std::vector<ir::ValueId>{a});
  ASSERT_TRUE(gradients.ok()) << gradients.status().message();
  ASSERT_TRUE(ir::Verify(graph).ok());
  graph.SetOutputs({(*gradients)[0]});
  auto run = ir::EvaluateTensors(
      graph, std::vector<Tensor>{Tensor::Of<float>({3}, {1, -1, 4}), Tensor::Of<float>({3}, {2, 2, 2})});
  ASSERT_TRUE(run.ok());
  EXPECT_EQ((*run)[0].AsDoubles(), (std::vector<double>{2, 0, 0}));
}

}  // namespace
}  // namespace slipway::train
