#include "interpreter/kernel.h"
#include "interpreter/broadcast.h"
#include "ops/incomplete_gamma/function.h"
#include "ops/incomplete_gamma/incomplete_gamma.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  BroadcastPlan<2> plan;
  bool upper;
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T *a = c.In<T>(0), *x = c.In<T>(1);
  T* y = c.Out<T>(0);
  s.plan.ForRows(c.pool(), 64, [&](int64_t to, const auto& at, int64_t n) {
    for (int64_t i = 0; i < n; ++i)
      y[to + i] = static_cast<T>(
          incomplete_gamma::Value(s.upper, a[at[0] + i * s.plan.step(0)], x[at[1] + i * s.plan.step(1)]));
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const IncompleteGamma& op, interpreter::PrepareContext& c) {
  State state{BroadcastPlan<2>({c.in_shape(0), c.in_shape(1)}, c.out_shape(0)), op.upper};
  if (c.in(0).dtype == DType::kF32)
    return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<float>(s, e); });
  return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<double>(s, e); });
}

}  // namespace slipway::ops
