#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_filter_bank_log/signal_filter_bank_log.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n;
  uint32_t bits, scale;
};

Code Eval(const State& s, EvalContext& c) {
  for (int64_t i = 0; i < s.n; ++i) {
    uint32_t x = c.In<uint32_t>(0)[i] << s.bits;
    c.Out<int16_t>(0)[i] = x > 1 ? static_cast<int16_t>(std::min(ScaledLog(x, s.scale), 32767u)) : int16_t{0};
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalFilterBankLog& op, interpreter::PrepareContext& c) {
  return interpreter::MakeKernel(State{c.in_shape(0).Elements(), static_cast<uint32_t>(op.input_correction_bits),
                                       static_cast<uint32_t>(op.output_scale)},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
