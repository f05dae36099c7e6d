#include "interpreter/kernel.h"
#include "ops/sgd_update/sgd_update.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  SgdUpdate op;
  int64_t elements;
};

Code Eval(const State& s, EvalContext& c) {
  const float* g = c.In<float>(0);
  float rate = *c.In<float>(1);
  float* w = c.Variable<float>(s.op.variable);
  float* m = s.op.momentum_variable >= 0 ? c.Variable<float>(s.op.momentum_variable) : nullptr;
  float momentum = s.op.momentum, decay = s.op.weight_decay * rate;
  bool nesterov = s.op.nesterov;
  c.pool().ForRange(s.elements, 16384, [&](int64_t begin, int64_t end) {
    if (decay != 0)
      for (int64_t i = begin; i < end; ++i) w[i] -= decay * w[i];
    if (!m) {
      for (int64_t i = begin; i < end; ++i) w[i] -= rate * g[i];
    } else if (nesterov) {
      for (int64_t i = begin; i < end; ++i) {
        m[i] = momentum * m[i] - rate * g[i];
        w[i] += momentum * m[i] - rate * g[i];
      }
    } else {
      for (int64_t i = begin; i < end; ++i) {
        m[i] = momentum * m[i] - rate * g[i];
        w[i] += m[i];
      }
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const SgdUpdate& op, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(State{op, c.in_shape(0).Elements()},
                                 [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
}

}  // namespace slipway::ops
