#include "interpreter/kernel.h"
#include <algorithm>
#include <vector>
#include "ops/signal.h"
#include "ops/signal_rfft/signal_rfft.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  FixedRfft transform;
  int64_t rows, n, length;
};

Code Eval(const State& s, EvalContext& c) {
  const int16_t* x = c.In<int16_t>(0);
  std::vector<int16_t> padded(static_cast<size_t>(s.length), 0);
  for (int64_t row = 0; row < s.rows; ++row) {
    std::copy_n(x + row * s.n, s.n, padded.begin());
    s.transform.Run(padded.data(), reinterpret_cast<FixedRfft::Complex*>(c.Out<int16_t>(0) + row * (s.length + 2)));
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalRfft& op, interpreter::PrepareContext& c) {
  int64_t n = c.in_shape(0).back(), rows = c.in_shape(0).Elements(0, c.in_shape(0).rank() - 1);
  return interpreter::MakeKernel(State{FixedRfft(op.fft_length), rows, n, op.fft_length},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
