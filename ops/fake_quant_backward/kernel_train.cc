#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/fake_quant/fake_quant.h"
#include "ops/fake_quant_backward/fake_quant_backward.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// x as [outer, channels, inner].
struct State {
  FakeQuantBackward op;
  int64_t outer = 1, channels = 1, inner = 1;
};

Code Eval(const State& s, EvalContext& c) {
  const float *dy = c.In<float>(0), *x = c.In<float>(1), *min = c.In<float>(2), *max = c.In<float>(3);
  float *dx = c.Out<float>(0), *dmin = c.Out<float>(1), *dmax = c.Out<float>(2);
  c.pool().ForRange(s.channels, 1, [&](int64_t begin, int64_t end) {
    for (int64_t channel = begin; channel < end; ++channel) {
      NudgedRange r = Nudge(min[channel], max[channel], s.op.num_bits, s.op.narrow_range);
      double below = 0, above = 0;
      for (int64_t o = 0; o < s.outer; ++o) {
        int64_t first = (o * s.channels + channel) * s.inner;
        for (int64_t i = first; i < first + s.inner; ++i) {
          bool under = x[i]<r.min, over = x[i]> r.max;
          dx[i] = under || over ? 0 : dy[i];
          below += under ? dy[i] : 0;
          above += over ? dy[i] : 0;
        }
      }
      dmin[channel] = static_cast<float>(below);
      dmax[channel] = static_cast<float>(above);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const FakeQuantBackward& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(1);
  State s{.op = op, .inner = x.Elements()};
  if (c.in_shape(2).Elements() != 1 || c.in_shape(3).Elements() != 1) {
    ASSIGN_OR_RETURN(int axis, NormalizeAxis(op.axis, x.rank()));
    s.outer = x.Elements(0, axis);
    s.channels = x[axis];
    s.inner = x.Elements(axis + 1, x.rank());
    if (c.in_shape(2).Elements() != s.channels || c.in_shape(3).Elements() != s.channels)
      return interpreter::NoKernelFor("FakeQuantBackward", c);
  }
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
}

}  // namespace slipway::ops
