#include <cmath>

#include "interpreter/kernel.h"
#include "ops/adam_update/adam_update.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  AdamUpdate op;
  int64_t elements;
};

// u: the largest v so far, or v itself.
void Update(const AdamUpdate& op, float alpha, const float* g, float* w, float* m, float* v, float* u, int64_t begin,
            int64_t end) {
  float keep_m = 1 - op.beta_1, keep_v = 1 - op.beta_2, epsilon = op.epsilon;
  for (int64_t i = begin; i < end; ++i) {
    m[i] += keep_m * (g[i] - m[i]);
    v[i] += keep_v * (g[i] * g[i] - v[i]);
    if (u != v) u[i] = u[i] < v[i] ? v[i] : u[i];
    w[i] -= alpha * m[i] / (std::sqrt(u[i]) + epsilon);
  }
}

Code Eval(const State& s, EvalContext& c) {
  const AdamUpdate& op = s.op;
  const float* g = c.In<float>(0);
  float rate = *c.In<float>(1);
  double t = static_cast<double>(*c.In<int64_t>(2)) + 1;
  double correction =
      std::sqrt(1 - std::pow(static_cast<double>(op.beta_2), t)) / (1 - std::pow(static_cast<double>(op.beta_1), t));
  float alpha = static_cast<float>(rate * correction), decay = op.weight_decay * rate;
  float *w = c.Variable<float>(op.variable), *m = c.Variable<float>(op.m_variable);
  float* v = c.Variable<float>(op.v_variable);
  float* u = op.amsgrad_variable >= 0 ? c.Variable<float>(op.amsgrad_variable) : v;
  c.pool().ForRange(s.elements, 8192, [&](int64_t begin, int64_t end) {
    if (decay != 0)
      for (int64_t i = begin; i < end; ++i) w[i] -= decay * w[i];
    Update(op, alpha, g, w, m, v, u, begin, end);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const AdamUpdate& op, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(State{op, c.in_shape(0).Elements()},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
