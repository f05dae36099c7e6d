#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "ops/local_response_normalization/local_response_normalization.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  LocalResponseNormalization op;
  int64_t rows, depth;
};

// A sum that moves along: one square comes in, one goes out. In double, so that nothing is left of what went.
void Normalize(const State& s, const float* x, float* y) {
  int64_t depth = s.depth, reach = std::min(s.op.radius, depth);
  auto square = [&](int64_t i) { return static_cast<double>(x[i]) * static_cast<double>(x[i]); };
  double energy = 0;
  for (int64_t i = 0; i < std::min(reach, depth); ++i) energy += square(i);
  for (int64_t i = 0; i < depth; ++i) {
    if (i + reach < depth) energy += square(i + reach);
    if (i - reach > 0) energy -= square(i - reach - 1);
    float base = s.op.bias + s.op.alpha * static_cast<float>(energy);
    y[i] = x[i] * std::pow(base, -s.op.beta);
  }
}

// The same without moving, for rows that hold what does not go away again.
void NormalizePlainly(const State& s, const float* x, float* y) {
  for (int64_t i = 0; i < s.depth; ++i) {
    double energy = 0;
    int64_t end = s.op.radius < s.depth - i ? i + s.op.radius + 1 : s.depth;
    for (int64_t k = std::max<int64_t>(0, i - s.op.radius); k < end; ++k)
      energy += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    y[i] = x[i] * std::pow(s.op.bias + s.op.alpha * static_cast<float>(energy), -s.op.beta);
  }
}

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.rows, 1 + 1024 / (s.depth + 1), [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      const float* from = x + row * s.depth;
      bool finite = std::all_of(from, from + s.depth, [](float v) { return std::isfinite(v); });
      (finite ? Normalize : NormalizePlainly)(s, from, y + row * s.depth);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const LocalResponseNormalization& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("LocalResponseNormalization", c);
  int64_t depth = c.in_shape(0)[3];
  State s{op, depth ? c.in_shape(0).Elements() / depth : 0, depth};
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
