#include "interpreter/kernel.h"
#include "ops/range/range.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Code (*eval)(EvalContext&);
};

template <class T>
Code Eval(EvalContext& c) {
  T start = *c.In<T>(0), limit = *c.In<T>(1), delta = *c.In<T>(2);
  Result<int64_t> n = [&] {
    if constexpr (std::is_floating_point_v<T>)
      return RangeLength(start, limit, delta, DTypeOf<T>());
    else
      return RangeLength(static_cast<int64_t>(start), static_cast<int64_t>(limit), static_cast<int64_t>(delta));
  }();
  if (!n.ok()) return c.Fail(Code::kBadValue, n.status().message());  // range_c2, range_c3
  if (Code code = c.Resize(0, {*n}); code != Code::kOk) return code;
  T* y = c.Out<T>(0);
  for (int64_t i = 0; i < *n; ++i) {
    if constexpr (std::is_floating_point_v<T>)
      y[i] = start + static_cast<T>(i) * delta;
    else
      y[i] = static_cast<T>(static_cast<uint64_t>(start) + static_cast<uint64_t>(i) * static_cast<uint64_t>(delta));
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Range&, interpreter::PrepareContext& c) {
  State s{};
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) s.eval = Eval<T>;
  });
  if (!s.eval) return interpreter::NoKernelFor("Range", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return state.eval(ctx); });
}

}  // namespace slipway::ops
