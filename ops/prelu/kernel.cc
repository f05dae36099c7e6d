#include "interpreter/kernel.h"
#include "interpreter/broadcast.h"
#include "interpreter/math/code_table.h"
#include "interpreter/math/rescale.h"
#include "interpreter/math/slopes.h"
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

// Rows of x run along, unless x itself is broadcast.
Code EvalRows(const State& s, EvalContext& c) {
  const float *x = c.In<float>(0), *alpha = c.In<float>(1);
  float* y = c.Out<float>(0);
  const interpreter::RunSlopeRow row = interpreter::SlopeRowOf(CpuIsa());
  s.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    row({x + at[0], alpha + at[1], s.plan.step(1), n, y + at_y});
  });
  return Code::kOk;
}

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T *x = c.In<T>(0), *alpha = c.In<T>(1);
  T* y = c.Out<T>(0);
  const int64_t x_step = s.plan.step(0), alpha_step = s.plan.step(1);
  s.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
      NumberOf<T> v = ToNumber(x[at[0] + i * x_step]), scaled = ToNumber(alpha[at[1] + i * alpha_step]) * v;
      y[at_y + i] = FromNumber<T>(v > 0 ? v : scaled);
    }
  });
  return Code::kOk;
}

// Codes, as TFLite's reference kernel does it.
struct CodeState {
  BroadcastPlan<2> plan;
  int32_t x_zero = 0, alpha_zero = 0, y_zero = 0;
  interpreter::Rescale identity, product;
};

template <class T, class Alpha>
Code EvalCodes(const CodeState& state, EvalContext& c) {
  const T* x = c.In<T>(0);
  const Alpha* alpha = c.In<Alpha>(1);
  T* y = c.Out<T>(0);
  state.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    const CodeState& s = state;
    int64_t x_step = s.plan.step(0), alpha_step = s.plan.step(1);
    for (int64_t i = 0; i < n; ++i) {
      int32_t v = x[at[0] + i * x_step] - s.x_zero, a = alpha[at[1] + i * alpha_step] - s.alpha_zero;
      y[at_y + i] = interpreter::Saturate<T>(int64_t{v >= 0 ? s.identity(v) : s.product(v * a)} + s.y_zero);
    }
  });
  return Code::kOk;
}

Result<Kernel> PrepareCodes(const BroadcastPlan<2>& plan, const interpreter::PrepareContext& c) {
  using interpreter::Rescale;
  auto x = interpreter::CodeScaleOf(c.in(0)), alpha = interpreter::CodeScaleOf(c.in(1));
  auto y = interpreter::CodeScaleOf(c.out(0));
  if (!x || !alpha || !y || c.out(0).dtype != c.in(0).dtype) return interpreter::NoKernelFor("Prelu", c);
  CodeState s{plan, x->zero_point, alpha->zero_point, y->zero_point};
  s.identity = Rescale(QuantizeMultiplier(static_cast<double>(x->scale / y->scale)));
  s.product = Rescale(QuantizeMultiplier(static_cast<double>(x->scale * alpha->scale / y->scale)));
  Kernel k = interpreter::VisitCode(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    using Alpha = std::conditional_t<sizeof(T) == 2, int8_t, T>;
    return interpreter::MakeKernel(s, [](const CodeState& p, EvalContext& e) { return EvalCodes<T, Alpha>(p, e); });
  });
  k.in_place = 0;
  return k;
}

}  // namespace

Result<Kernel> Prepare(const Prelu&, interpreter::PrepareContext& c) {
  if (!IsFloat(c.in(0).dtype)) return PrepareCodes(BroadcastPlan<2>({c.in_shape(0), c.in_shape(1)}, c.out_shape(0)), c);
  State state{BroadcastPlan<2>({c.in_shape(0), c.in_shape(1)}, c.out_shape(0))};
  Kernel k;
  if (c.in(0).dtype == DType::kF32 && state.plan.step(0) == 1)
    k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return EvalRows(s, e); });
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    if (k.eval) return;
    if constexpr (!scalar::kIsInteger<NumberOf<T>>)
      k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T>(s, e); });
  });
  if (!k.eval) return interpreter::NoKernelFor("Prelu", c);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
