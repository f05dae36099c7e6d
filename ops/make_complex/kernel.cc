#include "interpreter/kernel.h"
#include "interpreter/broadcast.h"
#include "ops/make_complex/make_complex.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

template <class T>
Code Eval(const BroadcastPlan<2>& plan, EvalContext& c) {
  const T *re = c.In<T>(0), *im = c.In<T>(1);
  T* y = c.Out<T>(0);
  plan.ForRows(c.pool(), 4096, [&](int64_t to, const auto& at, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      y[2 * (to + i)] = re[at[0] + i * plan.step(0)];
      y[2 * (to + i) + 1] = im[at[1] + i * plan.step(1)];
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const MakeComplex&, interpreter::PrepareContext& c) {
  BroadcastPlan<2> plan({c.in_shape(0), c.in_shape(1)}, c.out_shape(0));
  using Plan = BroadcastPlan<2>;
  if (c.in(0).dtype == DType::kF32)
    return interpreter::MakeKernel(plan, [](const Plan& p, EvalContext& e) { return Eval<float>(p, e); });
  return interpreter::MakeKernel(plan, [](const Plan& p, EvalContext& e) { return Eval<double>(p, e); });
}

}  // namespace slipway::ops
