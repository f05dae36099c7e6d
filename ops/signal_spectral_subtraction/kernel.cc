#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_spectral_subtraction/signal_spectral_subtraction.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  SignalSpectralSubtraction op;
  int64_t n;
};

Code Eval(const State& s, EvalContext& c) {
  const uint32_t* x = c.In<uint32_t>(0);
  uint32_t *y = c.Out<uint32_t>(0), *noise = c.Out<uint32_t>(1);
  uint32_t* estimate = s.op.variable >= 0 ? c.Variable<uint32_t>(s.op.variable) : nullptr;
  for (int64_t i = 0; i < s.n; ++i) {
    NoiseStep step = SubtractNoise(s.op, i, x[i], estimate ? estimate[i] : 0);
    y[i] = step.signal;
    noise[i] = step.noise;
    if (estimate) estimate[i] = step.noise;
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalSpectralSubtraction& op, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(State{op, c.in_shape(0).Elements()},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
