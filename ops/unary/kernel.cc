#include "interpreter/kernel.h"
#include "ops/unary/functions.h"
#include "ops/unary/kernel_quant.h"
#include "ops/unary/row_template.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::PrepareContext;

UnaryRow UnaryRowOf(UnaryKind kind, [[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return UnaryRowAvx512(kind);
  if (IsaIs(isa, Isa::kAvx2)) return UnaryRowAvx2(kind);
#endif
  return RowFor<4>(kind);
}

namespace {

constexpr int64_t kGrain = 4096;

struct FloatState {
  int64_t n;
  UnaryRow row;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.n, kGrain, [&](int64_t begin, int64_t end) { s.row(x + begin, y + begin, end - begin); });
  return Code::kOk;
}

// f16 and bf16: through floats, a block at a time.
template <class T>
Code EvalHalf(const FloatState& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  c.pool().ForRange(s.n, kGrain, [&](int64_t begin, int64_t end) {
    float block[256];
    for (int64_t i = begin; i < end; i += 256) {
      int64_t n = std::min<int64_t>(256, end - i);
      for (int64_t k = 0; k < n; ++k) block[k] = static_cast<float>(x[i + k]);
      s.row(block, block, n);
      for (int64_t k = 0; k < n; ++k) y[i + k] = T(block[k]);
    }
  });
  return Code::kOk;
}

// f64, integers and bool: element by element through the kind's expression.
struct PlainState {
  int64_t n;
  void (*row)(const void* x, void* y, int64_t begin, int64_t end);
};

Code EvalPlain(const PlainState& s, EvalContext& c) {
  const void* x = c.In<void>(0);
  void* y = c.Out<void>(0);
  c.pool().ForRange(s.n, kGrain, [&](int64_t begin, int64_t end) { s.row(x, y, begin, end); });
  return Code::kOk;
}

template <class T>
auto PlainRowOf(UnaryKind kind) {
  void (*row)(const void*, void*, int64_t, int64_t) = nullptr;
  VisitUnary<NumberOf<T>>(kind, [&](auto function) {
    row = [](const void* x, void* y, int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        static_cast<T*>(y)[i] = FromNumber<T>(decltype(function)::Value(ToNumber(static_cast<const T*>(x)[i])));
    };
  });
  return row;
}

Kernel PreparePlain(UnaryKind kind, DType t, int64_t n) {
  PlainState state{n, nullptr};
  VisitFixedDType(t, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T> || std::is_same_v<T, double>) state.row = PlainRowOf<T>(kind);
  });
  CHECK(state.row);
  return interpreter::MakeKernel(state, [](const PlainState& s, EvalContext& c) { return EvalPlain(s, c); });
}

}  // namespace

Result<Kernel> Prepare(const Unary& op, PrepareContext& c) {
  DType t = c.in(0).dtype;
  int64_t n = c.in_shape(0).Elements();
  if (!IsFloat(t) && (!c.in(0).quant.empty() || !c.out(0).quant.empty())) return PrepareQuantized(op, c);
  Kernel k;
  Isa isa = CpuIsa();
  FloatState state{n, UnaryRowOf(op.kind, isa)};
  if (t == DType::kF32)
    k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalFloat(s, e); });
  else if (t == DType::kF16)
    k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalHalf<Half>(s, e); });
  else if (t == DType::kBF16)
    k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalHalf<BFloat16>(s, e); });
  else
    k = PreparePlain(op.kind, t, n);
  k.in_place = 0;
  if (IsFloat(t) && t != DType::kF64) k.path = IsaName(isa);
  return k;
}

}  // namespace slipway::ops
