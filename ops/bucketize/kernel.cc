#include "interpreter/kernel.h"
#include "ops/bucketize/bucketize.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  std::vector<double> boundaries;
  int64_t n;
  void (*count)(const State&, EvalContext&) = nullptr;
};

template <class T>
double Real(T v) {
  if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
    return static_cast<double>(static_cast<float>(v));
  else
    return static_cast<double>(v);
}

template <class T>
void Count(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  int32_t* y = c.Out<int32_t>(0);
  c.pool().ForRange(s.n, 2048, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      auto above = std::upper_bound(s.boundaries.begin(), s.boundaries.end(), Real(x[i]));
      y[i] = static_cast<int32_t>(above - s.boundaries.begin());
    }
  });
}

}  // namespace

Result<Kernel> Prepare(const Bucketize& op, interpreter::PrepareContext& c) {
  State s{op.boundaries, c.in_shape(0).Elements()};
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    if constexpr (!std::is_same_v<decltype(tag), bool>) s.count = Count<decltype(tag)>;
  });
  if (!s.count || !c.in(0).quant.empty()) return interpreter::NoKernelFor("Bucketize", c);
  return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) {
    state.count(state, e);
    return Code::kOk;
  });
}

}  // namespace slipway::ops
