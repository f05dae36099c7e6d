#include <algorithm>

#include "interpreter/kernel.h"
#include "ops/max_unpooling_2d/max_unpooling_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  MaxUnpooling2D op;
  UnpoolingGrid grid;
  int64_t batch, channels;
  bool floats;
};

// An index out of range points nowhere.
int64_t IndexAt(const State& s, const void* indices, int64_t i) {
  if (!s.floats) return static_cast<const int32_t*>(indices)[i];
  float v = static_cast<const float*>(indices)[i];
  return v >= 0 && v < 0x1p31f ? static_cast<int64_t>(v) : -1;
}

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  const void* indices = c.In<void>(1);
  float* y = c.Out<float>(0);
  int64_t image = s.grid.out_h * s.grid.out_w * s.channels;
  c.pool().ForRange(s.batch, 1, [&](int64_t begin, int64_t end) {
    std::fill(y + begin * image, y + end * image, 0.0f);
    int64_t k = begin * s.grid.in_h * s.grid.in_w * s.channels;
    for (int64_t n = begin; n < end; ++n)
      for (int64_t h = 0; h < s.grid.in_h; ++h)
        for (int64_t w = 0; w < s.grid.in_w; ++w)
          for (int64_t i = 0; i < s.channels; ++i, ++k) {
            int64_t pixel = s.grid.Pixel(s.op, h, w, IndexAt(s, indices, k));
            if (pixel >= 0) y[n * image + pixel * s.channels + i] = x[k];
          }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const MaxUnpooling2D& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  return interpreter::MakeKernel(State{op, UnpoolingGrid(op, x), x[0], x[3], c.in(1).dtype == DType::kF32},
                                 [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
