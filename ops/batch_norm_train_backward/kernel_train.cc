#include <cmath>

#include "ops/batch_norm_train_backward/batch_norm_train_backward.h"
#include "train/kernels.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, channels;
  float epsilon;
};

Code Eval(const State& s, EvalContext& c) {
  const float *dy = c.In<float>(0), *x = c.In<float>(1), *gamma = c.In<float>(2), *mean = c.In<float>(3),
              *variance = c.In<float>(4);
  float *dx = c.Out<float>(0), *dgamma = c.Out<float>(1), *dbeta = c.Out<float>(2);
  int64_t n = s.channels;
  double* sum = reinterpret_cast<double*>(c.scratch());
  double* dot = sum + n;
  float* r = reinterpret_cast<float*>(dot + n);
  std::fill_n(sum, 2 * n, 0.0);
  for (int64_t i = 0; i < n; ++i) r[i] = 1 / std::sqrt(variance[i] + s.epsilon);
  for (int64_t row = 0; row < s.rows; ++row)
    for (int64_t i = 0; i < n; ++i) {
      float d = dy[row * n + i];
      sum[i] += d;
      dot[i] += d * ((x[row * n + i] - mean[i]) * r[i]);
    }
  for (int64_t i = 0; i < n; ++i) {
    dbeta[i] = static_cast<float>(sum[i]);
    dgamma[i] = static_cast<float>(dot[i]);
  }
  float scale = s.rows ? 1.0f / static_cast<float>(s.rows) : 0;
  c.pool().ForRange(s.rows, 4096 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row)
      for (int64_t i = 0; i < n; ++i) {
        float z = (x[row * n + i] - mean[i]) * r[i];
        dx[row * n + i] = gamma[i] * r[i] * (dy[row * n + i] - dbeta[i] * scale - z * dgamma[i] * scale);
      }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const BatchNormTrainBackward& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return Kernel{};
  const Shape& x = c.in_shape(1);
  int64_t channels = x.back();
  Kernel k = interpreter::MakeKernel(State{channels ? x.Elements() / channels : 0, channels, op.epsilon},
                                     [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
  k.scratch_bytes = static_cast<size_t>(channels) * (2 * sizeof(double) + sizeof(float));
  return k;
}

}  // namespace slipway::ops
