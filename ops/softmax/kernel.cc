#include "interpreter/kernel.h"
#include "interpreter/kept.h"
#include "ops/softmax/kernel_quant.h"
#include "ops/softmax/row_template.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

SoftmaxRows SoftmaxRowsOf([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return SoftmaxRowsAvx512();
  if (IsaIs(isa, Isa::kAvx2)) return SoftmaxRowsAvx2();
#endif
  return RowsFor<4>();
}

namespace {

struct FloatState {
  int64_t rows, depth;
  float beta;
  SoftmaxRows row;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.rows, 4096 / (s.depth + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t r = begin; r < end; ++r) s.row.softmax(x + r * s.depth, y + r * s.depth, s.depth, s.beta);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Softmax& op, interpreter::PrepareContext& c) {
  if (!c.in(0).quant.empty() && !IsFloat(c.in(0).dtype)) return PrepareQuantized(op, c);
  if (!interpreter::KeepsFor<Softmax>(DType::kF32) || c.in(0).dtype != DType::kF32)
    return interpreter::NoKernelFor("Softmax", c);
  const Shape& x = c.in_shape(0);
  int64_t depth = x.back();
  FloatState state{depth > 0 ? x.Elements() / depth : 0, depth, op.beta, SoftmaxRowsOf(CpuIsa())};
  Kernel k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalFloat(s, e); });
  k.in_place = 0;
  k.path = IsaName(CpuIsa());
  return k;
}

}  // namespace slipway::ops
