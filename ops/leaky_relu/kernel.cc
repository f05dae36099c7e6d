#include "interpreter/kernel.h"
#include "ops/leaky_relu/leaky_relu.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n = 0;
  float alpha = 0;
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  NumberOf<T> alpha = s.alpha;
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      NumberOf<T> v = ToNumber(x[i]), scaled = alpha * v;
      y[i] = FromNumber<T>(v > 0 ? v : scaled);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const LeakyRelu& op, interpreter::PrepareContext& c) {
  State state{c.in_shape(0).Elements(), op.alpha};
  Kernel k;
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (!scalar::kIsInteger<NumberOf<T>>)
      k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T>(s, e); });
  });
  if (!k.eval) return interpreter::NoKernelFor("LeakyRelu", c);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
