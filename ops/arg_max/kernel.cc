#include "interpreter/kernel.h"
#include "interpreter/kept.h"
#include "ops/arg_max/arg_max.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

using Find = int64_t (*)(const void* x, int64_t first, int64_t n, int64_t stride, bool min);

struct State {
  Shape x;
  bool min = false;
  int axis = -1;  // -1: read when run
  DType axis_type = DType::kI32, output = DType::kI64;
  Find find = nullptr;
};

template <class T>
const T& Comparable(const T& x) {
  return x;
}
[[maybe_unused]] float Comparable(Half x) { return static_cast<float>(x); }
[[maybe_unused]] float Comparable(BFloat16 x) { return static_cast<float>(x); }

template <class T>
int64_t IndexOf(const T* x, int64_t n, int64_t stride, bool min) {
  int64_t best = 0;
  auto largest = Comparable(x[0]);
  for (int64_t k = 1; k < n; ++k) {
    auto v = Comparable(x[k * stride]);
    bool better = min ? v < largest : v > largest;
    if (better || (largest != largest && v == v)) {
      best = k;
      largest = v;
    }
  }
  return best;
}

void Store(DType type, void* y, int64_t i, int64_t index) {
  if (type == DType::kI32)
    static_cast<int32_t*>(y)[i] = static_cast<int32_t>(index);
  else if (type == DType::kI64)
    static_cast<int64_t*>(y)[i] = index;
  else
    static_cast<uint16_t*>(y)[i] = static_cast<uint16_t>(index);
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

Code Eval(const State& s, EvalContext& c) {
  int axis;
  if (Code code = FindAxis(s, c, &axis); code != Code::kOk) return code;
  int64_t n = s.x[axis], inner = s.x.Elements(axis + 1, s.x.rank()), outer = s.x.Elements(0, axis);
  const void* x = c.In<void>(0);
  void* y = c.Out<void>(0);
  c.pool().ForRange(outer * inner, 8192 / n + 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      Store(s.output, y, i, s.find(x, i / inner * n * inner + i % inner, n, inner, s.min));
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ArgMax& op, interpreter::PrepareContext& c) {
  State state{c.in_shape(0), op.min, -1, c.in(1).dtype, op.output_type};
  if (const Tensor* axis = c.constant(1)) {
    ASSIGN_OR_RETURN(state.axis, NormalizeAxis(axis->AsInts()[0], state.x.rank()));
  }
  interpreter::VisitFixedDTypeFor<ArgMax>(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    state.find = [](const void* x, int64_t first, int64_t n, int64_t stride, bool min) {
      return IndexOf(static_cast<const T*>(x) + first, n, stride, min);
    };
  });
  if (!state.find) return interpreter::NoKernelFor("ArgMax", c);
  return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
