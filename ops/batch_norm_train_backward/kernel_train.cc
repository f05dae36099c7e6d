#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "ops/batch_norm_train/channel_sums.h"
#include "ops/batch_norm_train_backward/batch_norm_train_backward.h"

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

Code Eval(const State& s, EvalContext& c) {
  const float *dy = c.In<float>(0), *x = c.In<float>(1), *gamma = c.In<float>(2);
  const float *mean = c.In<float>(3), *variance = c.In<float>(4);
  float *dx = c.Out<float>(0), *dgamma = c.Out<float>(1), *dbeta = c.Out<float>(2);
  int64_t lanes = s.sums.lanes(), elements = s.rows * s.channels;
  float* means = reinterpret_cast<float*>(c.scratch() + s.vectors);
  float *scales = means + lanes, *shifts = scales + lanes, *slopes = shifts + lanes, *both = slopes + lanes;
  for (int64_t i = 0; i < lanes; ++i) means[i] = mean[i % s.channels];

  // both[c] = sum dy, both[channels + c] = sum dy (x - mean)
  s.sums.Run<2>(c.pool(), c.scratch(), both, [&](int64_t first, int64_t n, float* strip) {
    for (int64_t i = 0; i < n; ++i) strip[i] += dy[first + i];
    for (int64_t i = 0; i < n; ++i) strip[lanes + i] += dy[first + i] * (x[first + i] - means[i]);
  });
  float rows = static_cast<float>(s.rows);
  for (int64_t k = 0; k < s.channels; ++k) {
    dbeta[k] = both[k];
    dgamma[k] = both[s.channels + k] / std::sqrt(variance[k] + s.epsilon);
  }
  for (int64_t i = 0; i < lanes; ++i) {
    int64_t k = i % s.channels;
    float r = 1 / std::sqrt(variance[k] + s.epsilon);
    scales[i] = gamma[k] * r;
    shifts[i] = dbeta[k] / rows;
    slopes[i] = r * dgamma[k] / rows;
  }
  c.pool().ForRange((elements + lanes - 1) / lanes, 8192 / lanes + 1, [&](int64_t begin, int64_t end) {
    for (int64_t g = begin; g < end; ++g) {
      int64_t first = g * lanes, n = std::min(lanes, elements - first);
      for (int64_t i = 0; i < n; ++i)
        dx[first + i] = scales[i] * (dy[first + i] - shifts[i] - (x[first + i] - means[i]) * slopes[i]);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const BatchNormTrainBackward& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("BatchNormTrainBackward", c);
  const Shape& x = c.in_shape(1);
  int64_t channels = x.back(), rows = x.Elements(0, x.rank() - 1);
  if (channels == 0) return interpreter::MakeKernel(int64_t{0}, [](const int64_t&, EvalContext&) { return Code::kOk; });
  ChannelSums sums(rows, channels);
  State s{rows, channels, sums, (sums.scratch_bytes(2) + 63) / 64 * 64, op.epsilon};
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = s.vectors + static_cast<size_t>(sums.lanes() * 4 + channels * 2) * sizeof(float);
  return k;
}

}  // namespace slipway::ops
