#pragma once
// Cases: each op's examples as data (`ops/NAME/cases.cc`), which every runtime of tests/cases and the benchmark run.
//
//   std::vector<Case> Cases(const Softmax*) { return {{"softmax_beta_2", Softmax{.beta = 2}, {Rand({2, 5})}, ...}}; }
//
// The argument only selects the op. Names start with the op and say what is special; a case for a contract label
// carries the label (softmax_c2). Keep away from kinks and ties where the gradient is checked.

#include <string>
#include <vector>

#include "base/tensor.h"
#include "ops/op.h"

namespace slipway::ops {

struct CaseInput {
  TensorType type;
  Tensor values;  // given elements; else drawn uniformly from [lo, hi)
  double lo = -1, hi = 1;
  bool constant = false;  // known when the plan is made (weights, axes, shapes)
  bool absent = false;    // an optional operand that is left out
};

// A float operand drawn from [lo, hi).
CaseInput Rand(Shape shape, double lo = -1, double hi = 1, DType dtype = DType::kF32);
// A quantized operand with all codes of its dtype drawn.
CaseInput RandQuant(Shape shape, float scale, int64_t zero_point, DType dtype = DType::kI8);
// What a quantized layer takes and gives: x of all codes, constant symmetric weights with one scale per index of `axis`
// (-1, and u8: one scale), the constant bias whose scales are those of x times those of the weights (i64 for 16-bit x),
// and y.
struct QuantizedLayer {
  CaseInput x, weights, bias;
  Quantization y;
};
QuantizedLayer RandLayer(DType dtype, Shape x, Shape weights, int axis, int64_t outputs, float y_scale = 0.25f);
// Given elements.
CaseInput Given(Tensor values);
// Given elements known at plan time.
CaseInput Const(Tensor values);
CaseInput ConstInts(std::initializer_list<int64_t> values, DType dtype = DType::kI32);
CaseInput ConstRand(Shape shape, double lo = -1, double hi = 1);
CaseInput ConstOf(CaseInput input);
CaseInput Absent();

struct Case {
  std::string name;
  Op op;
  std::vector<CaseInput> inputs;
  std::vector<Tensor> expected;         // from the oracle; empty: runtimes compare with each other
  double tolerance = 1e-5;              // relative to max(1, largest magnitude), for float results of kernels
  bool gradient = true;                 // check gradients for float operands, if the op has a gradient
  std::vector<Quantization> out_quant;  // for quantized results
  std::string error;                    // expected part of the message when Infer must refuse this case
  std::string run_error;                // expected part of the message when these data must be refused by a run
};

std::vector<Case> AllCases();                    // tables/cases.cc
std::vector<Case> CasesOf(std::string_view op);  // by struct name

// Deterministic elements for an operand of a case.
Tensor MakeOperand(const CaseInput&, uint64_t seed);

}  // namespace slipway::ops
