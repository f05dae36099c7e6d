#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_window/signal_window.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t shift, elements, n;
};

Code Eval(const State& s, EvalContext& c) {
  const int16_t *x = c.In<int16_t>(0), *window = c.In<int16_t>(1);
  int16_t* y = c.Out<int16_t>(0);
  for (int64_t i = 0; i < s.elements; ++i)
    y[i] = static_cast<int16_t>(std::clamp((int32_t{x[i]} * window[i % s.n]) >> s.shift, -32768, 32767));
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalWindow& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  return interpreter::MakeKernel(State{op.shift, x.Elements(), x.back()},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
