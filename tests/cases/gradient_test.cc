// Every case of an op that has a gradient: reverse mode against exact forward derivatives.
//
// loss = sum over float results of sum(w y) with random w. The gradient graph, evaluated by the references in double,
// must give the directional derivative that dual numbers give through the references (1e-12), and the kernels in float
// the same gradients (1e-5). Where the gradient graph can be differentiated again, so is it, and checked the same way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "interpreter/run_op.h"
#include "ir/evaluate.h"
#include "ops/binary/binary.h"
#include "ops/cases.h"
#include "ops/reduce/reduce.h"
#include "train/context.h"
#include "train/grad.h"

namespace slipway {
namespace {

using ir::Graph;
using ir::ValueId;
using ops::RefValue;

struct CaseGraph {
  Graph graph;
  std::vector<Tensor> inputs;    // of graph.inputs()
  std::vector<ValueId> params;   // the float ones of them
  std::vector<size_t> param_at;  // their places in inputs
  ValueId loss = ValueId::kNone;
};

Tensor RandomTensor(const Shape& shape, DType dtype, uint64_t seed) {
  return ops::MakeOperand(ops::Rand(shape, -1, 1, dtype), seed);
}

// Adds sum(w v) to `sum` (kNone: starts it).
Status AddWeighted(Graph& g, ValueId v, uint64_t seed, ValueId* sum) {
  const TensorType type = g.type(v);
  ValueId w = g.AddConstant(RandomTensor(type.shape, type.dtype, seed), "w");
  std::vector<int64_t> axes;
  for (int i = 0; i < type.shape.rank(); ++i) axes.push_back(i);
  ASSIGN_OR_RETURN(ValueId product, g.Add(ops::Binary{.kind = ops::BinaryKind::kMul}, {v, w}, "weighted"));
  ASSIGN_OR_RETURN(ValueId total, g.Add(ops::Reduce{.kind = ops::ReduceKind::kSum},
                                        {product, g.AddConstant(Tensor::Vector(axes), "axes")}, "total"));
  if (*sum == ValueId::kNone) {
    *sum = total;
    return OkStatus();
  }
  ASSIGN_OR_RETURN(*sum, g.Add(ops::Binary{.kind = ops::BinaryKind::kAdd}, {*sum, total}, "loss"));
  return OkStatus();
}

Tensor ToF64(const Tensor& t) { return Tensor::Of<double>(t.shape(), std::span<const double>(t.AsDoubles())); }

Status Build(const ops::Case& c, bool f64, CaseGraph* made) {
  std::vector<ValueId> operands;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    if (c.inputs[i].absent) {
      operands.push_back(ValueId::kNone);
      continue;
    }
    Tensor t = ops::MakeOperand(c.inputs[i], i + 1);
    if (!IsFloat(t.dtype())) {
      operands.push_back(made->graph.AddConstant(t, StrCat("operand", i)));
      continue;
    }
    if (f64) t = ToF64(t);
    operands.push_back(made->graph.AddInput(t.type(), StrCat("operand", i)));
    made->params.push_back(operands.back());
    made->param_at.push_back(made->inputs.size());
    made->inputs.push_back(t);
  }
  ASSIGN_OR_RETURN(std::vector<ValueId> results, made->graph.AddNode(c.op, operands, c.name));
  for (size_t i = 0; i < results.size(); ++i) {
    const TensorType& type = made->graph.type(results[i]);
    if (IsFloat(type.dtype) && type.shape.IsStatic())
      RETURN_IF_ERROR(AddWeighted(made->graph, results[i], 100 + i, &made->loss));
  }
  return OkStatus();
}

std::vector<RefValue<double>> ToDouble(const std::vector<Tensor>& tensors) {
  std::vector<RefValue<double>> values;
  for (const Tensor& t : tensors) values.push_back(ops::ToRefValue<double>(t));
  return values;
}

// The inputs with a direction in their dual parts; `direction[p]` is that of parameter p.
std::vector<RefValue<Dual>> WithDirection(const CaseGraph& c, const std::vector<std::vector<double>>& direction) {
  std::vector<RefValue<Dual>> values;
  for (const Tensor& t : c.inputs) values.push_back(ops::ToRefValue<Dual>(t));
  for (size_t p = 0; p < c.params.size(); ++p)
    for (size_t i = 0; i < direction[p].size(); ++i) values[c.param_at[p]].reals[i].d = direction[p][i];
  return values;
}

// Compares the gradients of `loss` with forward derivatives along each parameter alone and along all.
void CheckAgainstDuals(const CaseGraph& c, ValueId loss, const std::vector<ValueId>& gradients) {
  std::vector<RefValue<double>> inputs = ToDouble(c.inputs);
  auto evaluated = ir::Evaluate<double>(c.graph, inputs, gradients);
  ASSERT_TRUE(evaluated.ok()) << evaluated.status().message();
  for (size_t only = 0; only <= c.params.size(); ++only) {
    if (only == 1 && c.params.size() == 1) break;
    std::vector<std::vector<double>> direction(c.params.size());
    double reverse = 0, magnitude = 1;
    for (size_t p = 0; p < c.params.size(); ++p) {
      RandomStream random(StreamKey(p, "direction"));
      const std::vector<double>& g = (*evaluated)[p].reals;
      for (size_t i = 0; i < g.size(); ++i) {
        double d = only == c.params.size() || only == p ? random.Uniform(-1, 1) : 0;
        direction[p].push_back(d);
        reverse += g[i] * d;
        magnitude += std::abs(g[i] * d);
      }
    }
    std::vector<RefValue<Dual>> dual = WithDirection(c, direction);
    auto forward = ir::Evaluate<Dual>(c.graph, dual, std::vector<ValueId>{loss});
    ASSERT_TRUE(forward.ok()) << forward.status().message();
    EXPECT_NEAR(reverse, (*forward)[0].reals[0].d, 1e-12 * magnitude)
        << (only == c.params.size() ? StrCat("all parameters") : StrCat("parameter ", only));
  }
}

// Runs the graph node by node with the kernels of training; results of `outputs`.
Result<std::vector<Tensor>> RunKernels(const CaseGraph& c, const std::vector<ValueId>& outputs) {
  const Graph& g = c.graph;
  std::vector<Tensor> values(static_cast<size_t>(g.num_values()));
  for (int i = 0; i < g.num_values(); ++i)
    if (g.value(static_cast<ValueId>(i)).constant)
      values[static_cast<size_t>(i)] = *g.value(static_cast<ValueId>(i)).constant;
  for (size_t i = 0; i < c.inputs.size(); ++i) values[static_cast<size_t>(g.inputs()[i])] = c.inputs[i];
  ThreadPool pool(1);
  for (ir::NodeId id : g.Order()) {
    const ir::Node& node = g.node(id);
    std::vector<Tensor> operands;
    for (ValueId v : node.inputs) operands.push_back(v == ValueId::kNone ? Tensor() : values[static_cast<size_t>(v)]);
    ASSIGN_OR_RETURN(std::vector<Tensor> results,
                     interpreter::RunOp(node.op, operands, train::TrainingKernels(), pool));
    for (size_t i = 0; i < results.size(); ++i) values[static_cast<size_t>(node.outputs[i])] = results[i];
  }
  std::vector<Tensor> results;
  for (ValueId v : outputs) results.push_back(values[static_cast<size_t>(v)]);
  return results;
}

void CheckKernels(const CaseGraph& c, const std::vector<ValueId>& gradients) {
  for (ValueId v : c.params)
    if (c.graph.type(v).dtype != DType::kF32) return;  // training runs in f32
  Result<std::vector<Tensor>> run = RunKernels(c, gradients);
  ASSERT_TRUE(run.ok()) << run.status().message();
  auto expected = ir::Evaluate<double>(c.graph, std::span<const RefValue<double>>(ToDouble(c.inputs)), gradients);
  ASSERT_TRUE(expected.ok());
  for (size_t p = 0; p < gradients.size(); ++p) {
    const std::vector<double>& want = (*expected)[p].reals;
    double largest = 1;
    for (double v : want) largest = std::max(largest, std::abs(v));
    std::vector<double> got = (*run)[p].AsDoubles();
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < want.size(); ++i)
      ASSERT_NEAR(got[i], want[i], 1e-5 * largest) << "parameter " << p << " element " << i;
  }
}

class Gradient : public testing::TestWithParam<ops::Case> {};

void CheckExactly(CaseGraph& made) {
  Result<std::vector<ValueId>> gradients = train::Gradients(made.graph, made.loss, made.params);
  ASSERT_TRUE(gradients.ok()) << gradients.status().message();
  CheckAgainstDuals(made, made.loss, *gradients);

  ValueId second = ValueId::kNone;
  for (size_t p = 0; p < gradients->size(); ++p)
    ASSERT_TRUE(AddWeighted(made.graph, (*gradients)[p], 200 + p, &second).ok());
  Result<std::vector<ValueId>> again = train::Gradients(made.graph, second, made.params);
  if (again.ok()) {
    SCOPED_TRACE("second derivatives");
    CheckAgainstDuals(made, second, *again);
  } else {
    EXPECT_EQ(again.status().kind(), ErrorKind::kUnsupported) << again.status().message();
  }
}

TEST_P(Gradient, AgreesWithDualNumbersAndKernels) {
  const ops::Case& c = GetParam();
  CaseGraph made;
  Status built = Build(c, false, &made);
  ASSERT_TRUE(built.ok()) << built.message();
  if (made.params.empty() || made.loss == ValueId::kNone) GTEST_SKIP() << "no float operand or no float result";
  CaseGraph exact;
  CheckExactly(Build(c, true, &exact).ok() ? exact : made);
  Result<std::vector<ValueId>> gradients = train::Gradients(made.graph, made.loss, made.params);
  ASSERT_TRUE(gradients.ok()) << gradients.status().message();
  CheckKernels(made, *gradients);
}

std::vector<ops::Case> CasesWithGradient() {
  std::vector<ops::Case> chosen;
  for (ops::Case& c : ops::AllCases()) {
    bool quantized =
        std::any_of(c.inputs.begin(), c.inputs.end(), [](const auto& in) { return !in.type.quant.empty(); });
    bool is_float = std::any_of(c.inputs.begin(), c.inputs.end(), [](const auto& in) {
      return in.type.dtype == DType::kF32 || in.type.dtype == DType::kF64;
    });
    bool half = std::any_of(c.inputs.begin(), c.inputs.end(), [](const auto& in) {
      return in.type.dtype == DType::kF16 || in.type.dtype == DType::kBF16;  // results are rounded
    });
    if (c.gradient && c.error.empty() && c.run_error.empty() && train::GradOf(c.op) && is_float && !quantized && !half)
      chosen.push_back(std::move(c));
  }
  return chosen;
}

std::string CaseName(const testing::TestParamInfo<ops::Case>& info) {
  std::string name = info.param.name;
  for (char& ch : name)
    if (!isalnum(static_cast<unsigned char>(ch))) ch = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Gradient, testing::ValuesIn(CasesWithGradient()), CaseName);

}  // namespace

namespace ops {
void PrintTo(const Case& c, std::ostream* os) { *os << c.name; }
}  // namespace ops

}  // namespace slipway
