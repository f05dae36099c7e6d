#include <cstring>

#include "interpreter/kernel.h"
#include "ops/scatter_windows/combine.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  ScatterFunction function;
  ScatterPlan plan;
  bool wide;
  void (*run)(const State&, EvalContext&);
};

template <class T>
void Run(const State& s, EvalContext& c) {
  const T *x = c.In<T>(0), *updates = c.In<T>(2);
  T* y = c.Out<T>(0);
  if (x != y && s.plan.x.Elements() > 0) std::memcpy(y, x, sizeof(T) * static_cast<size_t>(s.plan.x.Elements()));
  s.plan.ForEach([&](int64_t i) -> int64_t { return s.wide ? c.In<int64_t>(1)[i] : c.In<int32_t>(1)[i]; },
                 [&](int64_t u, int64_t to) {
                   y[to] = FromNumber<T>(CombineScattered(s.function, ToNumber(y[to]), ToNumber(updates[u])));
                 });
}

}  // namespace

Result<Kernel> Prepare(const ScatterWindows& op, interpreter::PrepareContext& c) {
  DType index = c.in(1).dtype;
  State s{op.function, ScatterPlan(op, c.in_shape(0), c.in_shape(1), c.in_shape(2)), index == DType::kI64, nullptr};
  VisitFixedDType(c.in(0).dtype, [&](auto tag) { s.run = Run<decltype(tag)>; });
  if (!s.run || (index != DType::kI32 && index != DType::kI64)) return interpreter::NoKernelFor("ScatterWindows", c);
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) {
    state.run(state, e);
    return Code::kOk;
  });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
