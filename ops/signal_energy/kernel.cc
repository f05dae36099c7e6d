#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_energy/signal_energy.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, n, start, end;
};

Code Eval(const State& s, EvalContext& c) {
  for (int64_t i = 0; i < s.rows * s.n; ++i) {
    const int16_t* x = c.In<int16_t>(0) + 2 * i;
    uint32_t energy = static_cast<uint32_t>(x[0] * x[0]) + static_cast<uint32_t>(x[1] * x[1]);
    c.Out<uint32_t>(0)[i] = i % s.n >= s.start && i % s.n < s.end ? energy : 0;
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalEnergy& op, interpreter::PrepareContext& c) {
  const Shape& y = c.out_shape(0);
  return interpreter::MakeKernel(State{y.Elements(0, y.rank() - 1), y.back(), op.start_index, op.end_index},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
