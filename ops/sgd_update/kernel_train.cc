#include "ops/sgd_update/sgd_update.h"
#include "train/kernels.h"

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
  float lr = c.In<float>(1)[0], momentum = s.op.momentum, decay = s.op.weight_decay;
  float* w = c.Variable<float>(s.op.variable);
  float* m = s.op.momentum_variable < 0 ? nullptr : c.Variable<float>(s.op.momentum_variable);
  c.pool().ForRange(s.elements, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      float v = decay != 0 ? w[i] - decay * lr * w[i] : w[i];
      if (!m) {
        w[i] = v - lr * g[i];
        continue;
      }
      m[i] = momentum * m[i] - lr * g[i];
      w[i] = s.op.nesterov ? v + (momentum * m[i] - lr * g[i]) : v + m[i];
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
