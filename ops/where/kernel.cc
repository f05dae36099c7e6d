#include "interpreter/kernel.h"
#include "interpreter/sum_types.h"
#include "ops/where/where.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  Shape x;
  Code (*find)(const State&, EvalContext&) = nullptr;
};

template <class T>
bool IsZero(T v) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
    return static_cast<float>(v) == 0.0f;
  else
    return v == T(0);
}

// The next index in row-major order.
void Advance(const Shape& shape, int64_t* index) {
  for (int axis = shape.rank() - 1; axis >= 0 && ++index[axis] == shape[axis]; --axis) index[axis] = 0;
}

template <class T>
Code Find(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  int64_t n = s.x.Elements(), count = 0;
  for (int64_t i = 0; i < n; ++i) count += !IsZero(x[i]);
  if (Code code = c.Resize(0, {count, s.x.rank()}); code != Code::kOk) return code;
  int64_t* y = c.Out<int64_t>(0);
  int64_t index[kMaxRank] = {};
  for (int64_t i = 0; i < n; ++i, Advance(s.x, index)) {
    if (IsZero(x[i])) continue;
    for (int axis = 0; axis < s.x.rank(); ++axis) *y++ = index[axis];
  }
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const Where&, interpreter::PrepareContext& c) {
  State s{c.in_shape(0)};
  interpreter::VisitSumType(c.in(0).dtype, [&](auto tag) { s.find = Find<decltype(tag)>; });
  if (!s.find) return interpreter::NoKernelFor("Where", c);
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return state.find(state, ctx); });
}

}  // namespace slipway::ops
