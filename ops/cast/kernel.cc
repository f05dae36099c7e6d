#include "interpreter/kernel.h"
#include "ops/cast/cast.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n = 0;
  void (*row)(const void* x, void* y, int64_t begin, int64_t end) = nullptr;
};

Code Eval(const State& s, EvalContext& c) {
  const void* x = c.In<void>(0);
  void* y = c.Out<void>(0);
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) { s.row(x, y, begin, end); });
  return Code::kOk;
}

template <class T>
inline constexpr bool kIsHalf = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <class From, class To>
To Convert(From x) {
  if constexpr (std::is_same_v<From, To>)
    return x;
  else if constexpr (kIsHalf<From>)
    return Convert<float, To>(static_cast<float>(x));
  else if constexpr (kIsHalf<To>)
    return To(static_cast<float>(x));
  else if constexpr (std::is_same_v<To, bool>)
    return x != From(0);
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>)
    return static_cast<To>(FloatToInt(x, DTypeOf<To>()));
  else
    return static_cast<To>(x);
}

template <class From, class To>
void Apply(const void* x, void* y, int64_t begin, int64_t end) {
  const From* in = static_cast<const From*>(x);
  To* out = static_cast<To*>(y);
  for (int64_t i = begin; i < end; ++i) out[i] = Convert<From, To>(in[i]);
}

}  // namespace

Result<Kernel> Prepare(const Cast& op, interpreter::PrepareContext& c) {
  State state;
  state.n = c.in_shape(0).Elements();
  VisitFixedDType(c.in(0).dtype, [&](auto from) {
    VisitFixedDType(op.to, [&](auto to) { state.row = Apply<decltype(from), decltype(to)>; });
  });
  CHECK(state.row);
  return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
