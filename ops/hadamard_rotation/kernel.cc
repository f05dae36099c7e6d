#include <algorithm>
#include <cmath>

#include "interpreter/kernel.h"
#include "ops/hadamard_rotation/hadamard_rotation.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t rows, row, size;
  float factor;
};

// The fast Walsh-Hadamard transform: sums and differences at distances 1, 2, 4, ...
void Transform(float* y, int64_t size, float factor) {
  for (int64_t half = 1; half < size; half *= 2)
    for (int64_t start = 0; start < size; start += 2 * half)
      for (int64_t i = start; i < start + half; ++i) {
        float a = y[i], b = y[i + half];
        y[i] = a + b;
        y[i + half] = a - b;
      }
  for (int64_t i = 0; i < size; ++i) y[i] *= factor;
}

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.rows, 1 + 8192 / (s.row + 1), [&](int64_t begin, int64_t end) {
    if (x != y) std::copy(x + begin * s.row, x + end * s.row, y + begin * s.row);
    for (int64_t r = begin; r < end; ++r)
      for (int64_t at = 0; at + s.size <= s.row; at += s.size) Transform(y + r * s.row + at, s.size, s.factor);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const HadamardRotation& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  State s{x.Elements(0, x.rank() - 1), x.back(), op.hadamard_size,
          1.0f / std::sqrt(static_cast<float>(op.hadamard_size))};
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
