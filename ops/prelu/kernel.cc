#include "interpreter/kernel.h"
#include "interpreter/broadcast.h"
#include "ops/prelu/prelu.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  BroadcastPlan<2> plan;
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T *x = c.In<T>(0), *alpha = c.In<T>(1);
  T* y = c.Out<T>(0);
  s.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    auto apply = [&](auto alpha_of) {
      for (int64_t i = 0; i < n; ++i) {
        NumberOf<T> v = ToNumber(x[at[0] + i]), scaled = alpha_of(i) * v;
        y[at_y + i] = FromNumber<T>(v > 0 ? v : scaled);
      }
    };
    const T* row = alpha + at[1];
    NumberOf<T> one = ToNumber(*row);
    if (s.plan.step(1))
      apply([&](int64_t i) { return ToNumber(row[i]); });
    else
      apply([&](int64_t) { return one; });
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Prelu&, interpreter::PrepareContext& c) {
  State state{BroadcastPlan<2>({c.in_shape(0), c.in_shape(1)}, c.out_shape(0))};
  Kernel k;
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (!scalar::kIsInteger<NumberOf<T>>)
      k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T>(s, e); });
  });
  if (!k.eval) return interpreter::NoKernelFor("Prelu", c);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
