#include "interpreter/kernel.h"
#include "ops/broadcast_args/broadcast_args.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;

namespace {

struct State {
  int64_t a, b, y;  // lengths
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T *a = c.In<T>(0), *b = c.In<T>(1);
  T* y = c.Out<T>(0);
  for (int64_t i = 1; i <= s.y; ++i) {
    int64_t from_a = i > s.a ? 1 : a[s.a - i], from_b = i > s.b ? 1 : b[s.b - i];
    int64_t dim = BroadcastDim(from_a, from_b);
    if (dim < 0)
      return c.Fail(Code::kBadValue, "dimensions ", from_a, " and ", from_b, " do not broadcast");  // broadcast_args_c2
    y[s.y - i] = static_cast<T>(dim);
  }
  return Code::kOk;
}

}  // namespace

Result<interpreter::Kernel> Prepare(const BroadcastArgs&, interpreter::PrepareContext& c) {
  State s{c.in_shape(0)[0], c.in_shape(1)[0], c.out_shape(0)[0]};
  if (c.in(0).dtype == DType::kI64)
    return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval<int64_t>(state, e); });
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval<int32_t>(state, e); });
}

}  // namespace slipway::ops
