#include "interpreter/kernel.h"
#include "ops/arg_max/arg_max.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Shape x;
  bool min = false;
  int axis = -1;  // -1: read when run
  DType axis_type = DType::kI32;
};

template <class T>
const T& Comparable(const T& x) {
  return x;
}
float Comparable(Half x) { return static_cast<float>(x); }
float Comparable(BFloat16 x) { return static_cast<float>(x); }

template <class T, bool kMin>
int64_t IndexOf(const T* x, int64_t n, int64_t stride) {
  int64_t best = 0;
  auto largest = Comparable(x[0]);
  for (int64_t k = 1; k < n; ++k) {
    auto v = Comparable(x[k * stride]);
    bool better = kMin ? v < largest : v > largest;
    if (better || (largest != largest && v == v)) {
      best = k;
      largest = v;
    }
  }
  return best;
}

// Code::kOk and the axis, which may be an operand's content.
Code FindAxis(const State& s, EvalContext& c, int* axis) {
  *axis = s.axis;
  if (s.axis >= 0) return Code::kOk;
  int64_t given = s.axis_type == DType::kI64 ? c.In<int64_t>(1)[0] : c.In<int32_t>(1)[0];
  Result<int> normal = NormalizeAxis(given, s.x.rank());
  if (!normal.ok()) return c.Fail(Code::kIndexOutOfRange, normal.status().message());
  *axis = *normal;
  if (s.x[*axis] == 0) return c.Fail(Code::kBadShape, "axis ", *axis, " of x ", s.x, " is empty");
  Shape y;
  for (int i = 0; i < s.x.rank(); ++i)
    if (i != *axis) y.push_back(s.x[i]);
  return c.Resize(0, y);
}

template <class T, class Index>
Code Eval(const State& s, EvalContext& c) {
  int axis;
  if (Code code = FindAxis(s, c, &axis); code != Code::kOk) return code;
  int64_t n = s.x[axis], inner = s.x.Elements(axis + 1, s.x.rank()), outer = s.x.Elements(0, axis);
  const T* x = c.In<T>(0);
  Index* y = c.Out<Index>(0);
  c.pool().ForRange(outer * inner, 8192 / n + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const T* first = x + i / inner * n * inner + i % inner;
      y[i] = static_cast<Index>(s.min ? IndexOf<T, true>(first, n, inner) : IndexOf<T, false>(first, n, inner));
    }
  });
  return Code::kOk;
}

template <class T>
Kernel KernelFor(const State& state, DType output) {
  switch (output) {
    case DType::kI16:
      return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T, int16_t>(s, e); });
    case DType::kU16:
      return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T, uint16_t>(s, e); });
    case DType::kI32:
      return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T, int32_t>(s, e); });
    default:
      return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T, int64_t>(s, e); });
  }
}

}  // namespace

Result<Kernel> Prepare(const ArgMax& op, interpreter::PrepareContext& c) {
  State state{c.in_shape(0), op.min, -1, c.in(1).dtype};
  if (const Tensor* axis = c.constant(1)) {
    ASSIGN_OR_RETURN(state.axis, NormalizeAxis(axis->AsInts()[0], state.x.rank()));
  }
  Kernel k;
  VisitFixedDType(c.in(0).dtype, [&](auto tag) { k = KernelFor<decltype(tag)>(state, op.output_type); });
  if (!k.eval) return interpreter::NoKernelFor("ArgMax", c);
  return k;
}

}  // namespace slipway::ops
