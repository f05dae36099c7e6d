#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "ops/batch_norm_train/batch_norm_train.h"
#include "ops/batch_norm_train/channel_sums.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, channels;
  ChannelSums sums;
  size_t vectors;  // bytes of the sums' scratch, after which the repeated vectors follow
  float epsilon;
};

void Repeat(const float* from, int64_t channels, int64_t lanes, float* to) {
  for (int64_t i = 0; i < lanes; ++i) to[i] = from[i % channels];
}

Code Eval(const State& s, EvalContext& c) {
  const float *x = c.In<float>(0), *gamma = c.In<float>(1), *beta = c.In<float>(2);
  float *y = c.Out<float>(0), *mean = c.Out<float>(1), *variance = c.Out<float>(2);
  int64_t lanes = s.sums.lanes(), elements = s.rows * s.channels;
  float* means = reinterpret_cast<float*>(c.scratch() + s.vectors);
  float *scales = means + lanes, *betas = scales + lanes;
  float rows = static_cast<float>(s.rows);

  s.sums.Run<1>(c.pool(), c.scratch(), mean, [&](int64_t first, int64_t n, float* strip) {
    for (int64_t i = 0; i < n; ++i) strip[i] += x[first + i];
  });
  for (int64_t k = 0; k < s.channels; ++k) mean[k] /= rows;
  Repeat(mean, s.channels, lanes, means);
  s.sums.Run<1>(c.pool(), c.scratch(), variance, [&](int64_t first, int64_t n, float* strip) {
    for (int64_t i = 0; i < n; ++i) {
      float d = x[first + i] - means[i];
      strip[i] += d * d;
    }
  });
  for (int64_t k = 0; k < s.channels; ++k) variance[k] /= rows;
  for (int64_t i = 0; i < lanes; ++i) {
    int64_t k = i % s.channels;
    scales[i] = gamma[k] / std::sqrt(variance[k] + s.epsilon);
    betas[i] = beta[k];
  }
  c.pool().ForRange((elements + lanes - 1) / lanes, 8192 / lanes + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) {
      int64_t first = r * lanes, n = std::min(lanes, elements - first);
      for (int64_t i = 0; i < n; ++i) y[first + i] = (x[first + i] - means[i]) * scales[i] + betas[i];
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const BatchNormTrain& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("BatchNormTrain", c);
  const Shape& x = c.in_shape(0);
  int64_t channels = x.back(), rows = x.Elements(0, x.rank() - 1);
  if (channels == 0) return interpreter::MakeKernel(int64_t{0}, [](const int64_t&, EvalContext&) { return Code::kOk; });
  ChannelSums sums(rows, channels);
  State s{rows, channels, sums, (sums.scratch_bytes(1) + 63) / 64 * 64, op.epsilon};
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = s.vectors + static_cast<size_t>(sums.lanes()) * 3 * sizeof(float);
  return k;
}

}  // namespace slipway::ops
