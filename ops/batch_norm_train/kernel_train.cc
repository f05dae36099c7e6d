#include <cmath>

#include "ops/batch_norm_train/batch_norm_train.h"
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

// Sums in double, row by row: the same for any number of threads.
Code Eval(const State& s, EvalContext& c) {
  const float *x = c.In<float>(0), *gamma = c.In<float>(1), *beta = c.In<float>(2);
  float *y = c.Out<float>(0), *mean = c.Out<float>(1), *variance = c.Out<float>(2);
  int64_t n = s.channels;
  double* sum = reinterpret_cast<double*>(c.scratch());
  double* squares = sum + n;
  float* scale = reinterpret_cast<float*>(squares + n);
  float* offset = scale + n;
  std::fill_n(sum, 2 * n, 0.0);
  for (int64_t r = 0; r < s.rows; ++r)
    for (int64_t i = 0; i < n; ++i) sum[i] += x[r * n + i];
  for (int64_t i = 0; i < n; ++i) sum[i] /= static_cast<double>(s.rows);
  for (int64_t r = 0; r < s.rows; ++r)
    for (int64_t i = 0; i < n; ++i) {
      double d = x[r * n + i] - sum[i];
      squares[i] += d * d;
    }
  for (int64_t i = 0; i < n; ++i) {
    mean[i] = static_cast<float>(sum[i]);
    variance[i] = static_cast<float>(squares[i] / static_cast<double>(s.rows));
    scale[i] = gamma[i] / std::sqrt(variance[i] + s.epsilon);
    offset[i] = beta[i] - mean[i] * scale[i];
  }
  c.pool().ForRange(s.rows, 4096 / (n + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r)
      for (int64_t i = 0; i < n; ++i) y[r * n + i] = x[r * n + i] * scale[i] + offset[i];
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareTrain(const BatchNormTrain& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return Kernel{};
  const Shape& x = c.in_shape(0);
  int64_t channels = x.back();
  Kernel k = interpreter::MakeKernel(State{channels ? x.Elements() / channels : 0, channels, op.epsilon},
                                     [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
  k.scratch_bytes = static_cast<size_t>(channels) * 2 * (sizeof(double) + sizeof(float));
  return k;
}

}  // namespace slipway::ops
