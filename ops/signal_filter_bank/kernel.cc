#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/signal.h"
#include "ops/signal_filter_bank/signal_filter_bank.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t channels, bins, weights;
};

Code Eval(const State& s, EvalContext& c) {
  const uint32_t* x = c.In<uint32_t>(0);
  const int16_t *weights = c.In<int16_t>(1), *unweights = c.In<int16_t>(2), *bins = c.In<int16_t>(3),
                *firsts = c.In<int16_t>(4), *widths = c.In<int16_t>(5);
  uint64_t sum = 0;
  for (int64_t i = 0; i <= s.channels; ++i) {
    int64_t width = widths[i], bin = bins[i], first = firsts[i];
    if (width < 0 || bin < 0 || first < 0 || bin + width > s.bins || first + width > s.weights)
      return c.Fail(Code::kIndexOutOfRange, "stretch ", i, " of ", width, " bins from ", bin, " does not fit");
    uint64_t next = 0;
    for (int64_t j = 0; j < width; ++j) {
      uint64_t energy = x[bin + j];
      sum += static_cast<uint64_t>(int64_t{weights[first + j]}) * energy;
      next += static_cast<uint64_t>(int64_t{unweights[first + j]}) * energy;
    }
    if (i > 0) c.Out<uint64_t>(0)[i - 1] = sum;
    sum = next;
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const SignalFilterBank& op, interpreter::PrepareContext& c) {
  int64_t weights = std::min(c.in_shape(1).Elements(), c.in_shape(2).Elements());
  return interpreter::MakeKernel(State{op.num_channels, c.in_shape(0).Elements(), weights},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
