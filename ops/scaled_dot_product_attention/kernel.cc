#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/scaled_dot_product_attention/scaled_dot_product_attention.h"
#include "ops/softmax/rows.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t time, heads, depth, places, groups, rows;
  int64_t mask_steps[4];  // over batch, head, time and place; 0 where the mask has one for all
  float scale;
  int tasks;
  SoftmaxRows softmax;
};

float Dot(const float* a, const float* b, int64_t n) {
  constexpr int kLanes = 16;
  float sums[kLanes] = {};
  int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (int j = 0; j < kLanes; ++j) sums[j] += a[i + j] * b[i + j];
  for (; i < n; ++i) sums[0] += a[i] * b[i];
  for (int half = kLanes / 2; half > 0; half /= 2)
    for (int j = 0; j < half; ++j) sums[j] += sums[j + half];
  return sums[0];
}

// One head at one time: a row of q, of y, and of `scores`.
void Attend(const State& s, const EvalContext& c, int64_t row, float* scores, float* y) {
  const int64_t h = row % s.heads, t = row / s.heads % s.time, b = row / s.heads / s.time;
  const int64_t start = (b * s.places * s.groups + h / (s.heads / s.groups)) * s.depth, step = s.groups * s.depth;
  const float *q = c.In<float>(0) + row * s.depth, *k = c.In<float>(1) + start, *v = c.In<float>(2) + start;
  const float* mask = c.In<float>(3) + b * s.mask_steps[0] + h * s.mask_steps[1] + t * s.mask_steps[2];
  for (int64_t i = 0; i < s.places; ++i)
    scores[i] = s.scale * Dot(q, k + i * step, s.depth) + mask[i * s.mask_steps[3]];
  if (s.places > 0) s.softmax.softmax(scores, scores, s.places, 1);
  std::fill_n(y, s.depth, 0.0f);
  for (int64_t i = 0; i < s.places; ++i)
    for (int64_t j = 0; j < s.depth; ++j) y[j] += scores[i] * v[i * step + j];
}

Code Eval(const State& s, EvalContext& c) {
  float *scores = reinterpret_cast<float*>(c.scratch()), *y = c.Out<float>(0);
  c.pool().Run(s.tasks, [&](int task) {
    for (int64_t row = s.rows * task / s.tasks; row < s.rows * (task + 1) / s.tasks; ++row)
      Attend(s, c, row, scores + task * s.places, y + row * s.depth);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ScaledDotProductAttention& op, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("ScaledDotProductAttention", c);
  const Shape &q = c.in_shape(0), &k = c.in_shape(1), &mask = c.in_shape(3);
  State s{q[1], q[2],
          q[3], k[1],
          k[2], q[0] * q[1] * q[2],
          {},   static_cast<float>(AttentionScale(op, q[3])),
          1,    SoftmaxRowsOf(CpuIsa())};
  for (int i = 0; i < 4; ++i) s.mask_steps[i] = mask[i] == 1 ? 0 : mask.Elements(i + 1, 4);
  constexpr int64_t kTasksPerThread = 4;
  s.tasks = static_cast<int>(std::clamp<int64_t>(s.rows, 1, c.num_threads() * kTasksPerThread));
  size_t scratch = static_cast<size_t>(s.tasks) * static_cast<size_t>(s.places) * sizeof(float);
  Kernel kernel = interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval(state, e); });
  kernel.scratch_bytes = scratch;
  return kernel;
}

}  // namespace slipway::ops
