#include "interpreter/kernel.h"
#include "ops/add_n/add_n.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n = 0;
  int operands = 0;
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  T* y = c.Out<T>(0);
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin; at < end; at += 256) {
      NumberOf<T> sum[256];
      int64_t n = std::min<int64_t>(256, end - at);
      for (int64_t i = 0; i < n; ++i) sum[i] = ToNumber(c.In<T>(0)[at + i]);
      for (int k = 1; k < s.operands; ++k) {
        const T* x = c.In<T>(k) + at;
        for (int64_t i = 0; i < n; ++i) sum[i] += ToNumber(x[i]);
      }
      for (int64_t i = 0; i < n; ++i) y[at + i] = FromNumber<T>(sum[i]);
    }
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const AddN&, interpreter::PrepareContext& c) {
  State state{c.out_shape(0).Elements(), c.num_inputs()};
  Kernel k;
  for (int i = 0; i < c.num_inputs(); ++i)
    if (!c.in(i).quant.empty()) return interpreter::NoKernelFor("AddN", c);
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T>(s, e); });
  });
  if (!k.eval) return interpreter::NoKernelFor("AddN", c);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
