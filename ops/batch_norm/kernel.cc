#include <cmath>

#include "interpreter/kernel.h"
#include "ops/batch_norm/batch_norm.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, channels;
  float epsilon;
};

// Scratch: scale and offset per channel.
Code Eval(const State& s, EvalContext& c) {
  const float *x = c.In<float>(0), *gamma = c.In<float>(1), *beta = c.In<float>(2), *mean = c.In<float>(3),
              *variance = c.In<float>(4);
  float* y = c.Out<float>(0);
  float* scale = reinterpret_cast<float*>(c.scratch());
  float* offset = scale + s.channels;
  for (int64_t i = 0; i < s.channels; ++i) {
    scale[i] = gamma[i] / std::sqrt(variance[i] + s.epsilon);
    offset[i] = beta[i] - mean[i] * scale[i];
  }
  c.pool().ForRange(s.rows, 4096 / (s.channels + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r)
      for (int64_t i = 0; i < s.channels; ++i) y[r * s.channels + i] = x[r * s.channels + i] * scale[i] + offset[i];
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const BatchNorm& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("BatchNorm", c);
  const Shape& x = c.in_shape(0);
  int64_t channels = x.back();
  Kernel k = interpreter::MakeKernel(State{channels ? x.Elements() / channels : 0, channels, op.epsilon},
                                     [](const State& s, EvalContext& ctx) { return Eval(s, ctx); });
  k.scratch_bytes = static_cast<size_t>(channels) * 2 * sizeof(float);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
