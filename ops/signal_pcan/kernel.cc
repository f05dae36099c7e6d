#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_pcan/signal_pcan.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n, shift;
};

Code Eval(const State& s, EvalContext& c) {
  for (int64_t i = 0; i < s.n; ++i) {
    uint32_t gain = static_cast<uint32_t>(int32_t{GainOf(c.In<uint32_t>(1)[i], c.In<int16_t>(2))});
    c.Out<uint32_t>(0)[i] = Shrink(static_cast<uint32_t>((uint64_t{c.In<uint32_t>(0)[i]} * gain) >> s.shift));
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalPcan& op, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(State{c.in_shape(0).Elements(), op.snr_shift},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
