#include "interpreter/index_operand.h"
#include "interpreter/sum_types.h"
#include "ops/cumsum/cumsum.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::IndexOperand;
using interpreter::Kernel;

namespace {

struct State {
  Cumsum op;
  Shape x;
  DType axis_type;
  void (*sum)(const State&, int axis, EvalContext&) = nullptr;
};

// Along the axis in steps of `inner`: neighbouring sums go side by side.
template <class T>
void Sum(const State& s, int axis, EvalContext& c) {
  int64_t outer = s.x.Elements(0, axis), n = s.x[axis], inner = s.x.Elements(axis + 1, s.x.rank());
  if (n == 0 || inner == 0) return;
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  int64_t step = s.op.reverse ? -inner : inner;
  c.pool().ForRange(outer * inner, 8192 / n + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      int64_t at = i / inner * n * inner + i % inner + (s.op.reverse ? (n - 1) * inner : 0);
      NumberOf<T> sum{};
      for (int64_t k = 0; k < n; ++k, at += step) {
        NumberOf<T> next = sum + ToNumber(x[at]);
        y[at] = FromNumber<T>(s.op.exclusive ? sum : next);
        sum = next;
      }
    }
  });
}

}  // namespace

Result<Kernel> Prepare(const Cumsum& op, interpreter::PrepareContext& c) {
  State s{op, c.in_shape(0), c.in(1).dtype};
  interpreter::VisitSumType(c.in(0).dtype, [&](auto tag) { s.sum = Sum<decltype(tag)>; });
  if (!s.sum || !c.in(0).quant.empty() || !IndexOperand::Takes(s.axis_type))
    return interpreter::NoKernelFor("Cumsum", c);
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) {
    int64_t given = IndexOperand(ctx.In<void>(1), state.axis_type)[0];
    Result<int> axis = NormalizeAxis(given, state.x.rank());
    if (!axis.ok()) return ctx.Fail(Code::kIndexOutOfRange, axis.status().message());  // cumsum_c2
    state.sum(state, *axis, ctx);
    return Code::kOk;
  });
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
