#include "interpreter/kernel.h"
#include "ops/log_softmax/log_softmax.h"
#include "ops/softmax/rows.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct FloatState {
  int64_t rows, depth;
  SoftmaxRows row;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.rows, 4096 / (s.depth + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) s.row.log_softmax(x + r * s.depth, y + r * s.depth, s.depth);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const LogSoftmax&, interpreter::PrepareContext& c) {
  if (c.in(0).dtype != DType::kF32) return interpreter::NoKernelFor("LogSoftmax", c);
  const Shape& x = c.in_shape(0);
  int64_t depth = x.back();
  FloatState state{depth > 0 ? x.Elements() / depth : 0, depth, SoftmaxRowsOf(CpuIsa())};
  Kernel k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalFloat(s, e); });
  k.in_place = 0;
  k.path = IsaName(CpuIsa());
  return k;
}

}  // namespace slipway::ops
