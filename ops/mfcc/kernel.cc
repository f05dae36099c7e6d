#include "interpreter/kernel.h"
#include "ops/mfcc/mfcc.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Mfcc op;
  int64_t rows, bins;
};

Code Eval(const State& s, EvalContext& c) {
  int32_t rate = *c.In<int32_t>(1);
  if (rate <= 0) return c.Fail(Code::kBadValue, "sample_rate is ", int64_t{rate}, ", expected more than 0");
  MelBands bands(s.op, s.bins, rate);
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.rows, 4, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      bands.Coefficients(x + row * s.bins, y + row * s.op.dct_coefficient_count);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Mfcc& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  return interpreter::MakeKernel(State{op, x[0] * x[1], x[2]},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
