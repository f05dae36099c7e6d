#include <cmath>

#include "interpreter/kernel.h"
#include "ops/complex_part/complex_part.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  ComplexPartKind kind;
  int64_t n;
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  c.pool().ForRange(s.n, 4096, [&](int64_t begin, int64_t end) {
    if (s.kind == ComplexPartKind::kAbs)
      for (int64_t i = begin; i < end; ++i) y[i] = std::hypot(x[2 * i], x[2 * i + 1]);
    else
      for (int64_t i = begin, part = s.kind == ComplexPartKind::kImag; i < end; ++i) y[i] = x[2 * i + part];
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const ComplexPart& op, interpreter::PrepareContext& c) {
  State s{op.kind, c.in_shape(0).Elements()};
  if (c.in(0).dtype == DType::kC64)
    return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval<float>(state, e); });
  return interpreter::MakeKernel(s, [](const State& state, EvalContext& e) { return Eval<double>(state, e); });
}

}  // namespace slipway::ops
