#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// The vectors are repeated until a run of `lanes` elements is long enough for the vector units.
struct State {
  int64_t elements, channels, lanes;
  float epsilon;
};

void Normalize(const float* __restrict x, float* __restrict y, int64_t n, const float* __restrict mean,
               const float* __restrict scale, const float* __restrict beta) {
  for (int64_t i = 0; i < n; ++i) y[i] = (x[i] - mean[i]) * scale[i] + beta[i];
}

Code Eval(const State& s, EvalContext& c) {
  const float *x = c.In<float>(0), *gamma = c.In<float>(1), *beta = c.In<float>(2);
  const float *mean = c.In<float>(3), *variance = c.In<float>(4);
  float* y = c.Out<float>(0);
  float *means = reinterpret_cast<float*>(c.scratch()), *scales = means + s.lanes, *betas = scales + s.lanes;
  for (int64_t i = 0; i < s.lanes; ++i) {
    int64_t k = i % s.channels;
    means[i] = mean[k];
    scales[i] = gamma[k] / std::sqrt(variance[k] + s.epsilon);
    betas[i] = beta[k];
  }
  int64_t runs = (s.elements + s.lanes - 1) / s.lanes;
  c.pool().ForRange(runs, 8192 / s.lanes + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      int64_t first = r * s.lanes;
      Normalize(x + first, y + first, std::min(s.lanes, s.elements - first), means, scales, betas);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const BatchNorm& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("BatchNorm", c);
  const Shape& x = c.in_shape(0);
  State s{.elements = x.Elements(), .channels = x.back(), .lanes = x.back(), .epsilon = op.epsilon};
  if (s.elements == 0) return interpreter::MakeKernel(State{}, [](const State&, EvalContext&) { return Code::kOk; });
  if (s.channels < 64) s.lanes = s.channels * (64 / s.channels);
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = static_cast<size_t>(s.lanes) * 3 * sizeof(float);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
