#include <algorithm>
#include <cmath>

#include "ops/adam_update/adam_update.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  AdamUpdate op;
  int64_t elements;
};

Code Eval(const State& s, EvalContext& c) {
  const AdamUpdate& op = s.op;
  const float* g = c.In<float>(0);
  float lr = c.In<float>(1)[0];
  float t = static_cast<float>(c.In<int64_t>(2)[0] + 1);
  float alpha = lr * std::sqrt(1 - std::pow(op.beta_2, t)) / (1 - std::pow(op.beta_1, t));
  float* w = c.Variable<float>(op.variable);
  float* m = c.Variable<float>(op.m_variable);
  float* v = c.Variable<float>(op.v_variable);
  float* u = op.amsgrad_variable < 0 ? nullptr : c.Variable<float>(op.amsgrad_variable);
  float one_minus_1 = 1 - op.beta_1, one_minus_2 = 1 - op.beta_2, decay = op.weight_decay * lr;
  c.pool().ForRange(s.elements, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      m[i] += one_minus_1 * (g[i] - m[i]);
      v[i] += one_minus_2 * (g[i] * g[i] - v[i]);
      float root = v[i];
      if (u) root = u[i] = std::max(u[i], v[i]);
      w[i] = w[i] - decay * w[i] - alpha * m[i] / (std::sqrt(root) + op.epsilon);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const AdamUpdate& op, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(State{op, c.in_shape(0).Elements()},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
