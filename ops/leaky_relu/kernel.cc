#include "interpreter/kernel.h"
#include "interpreter/math/code_unary.h"
#include "interpreter/math/rescale.h"
#include "interpreter/math/slopes.h"
#include "ops/leaky_relu/leaky_relu.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t n = 0;
  float alpha = 0;
};

Code EvalF32(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  float* y = c.Out<float>(0);
  const interpreter::RunSlopeRow row = interpreter::SlopeRowOf(CpuIsa());
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    row({x + begin, &s.alpha, 0, end - begin, y + begin});
  });
  return Code::kOk;
}

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  T* y = c.Out<T>(0);
  NumberOf<T> alpha = s.alpha;
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      NumberOf<T> v = ToNumber(x[i]), scaled = alpha * v;
      y[i] = FromNumber<T>(v > 0 ? v : scaled);
    }
  });
  return Code::kOk;
}

// Codes: x times one factor where it is not negative, times another where it is, as TFLite's reference kernel does it.
struct CodeState {
  int64_t n = 0;
  int32_t x_zero = 0, y_zero = 0;
  interpreter::Rescale identity, alpha;
  int32_t sign = 1;  // of alpha

  template <class T>
  T Apply(T q) const {
    int32_t x = q - x_zero;
    return interpreter::Saturate<T>(int64_t{x >= 0 ? identity(x) : sign * alpha(x)} + y_zero);
  }
};

Code EvalWords(const CodeState& s, EvalContext& c) {
  const int16_t* x = c.In<int16_t>(0);
  int16_t* y = c.Out<int16_t>(0);
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = s.Apply(x[i]);
  });
  return Code::kOk;
}

Result<Kernel> PrepareCodes(const LeakyRelu& op, const interpreter::PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0)), y = interpreter::CodeScaleOf(c.out(0));
  DType t = c.in(0).dtype;
  if (!x || !y || c.out(0).dtype != t) return interpreter::NoKernelFor("LeakyRelu", c);
  double alpha = static_cast<double>(x->scale * op.alpha / y->scale);
  CodeState s{c.in_shape(0).Elements(), x->zero_point, y->zero_point};
  s.identity = interpreter::Rescale(QuantizeMultiplier(static_cast<double>(x->scale / y->scale)));
  s.alpha = interpreter::Rescale(QuantizeMultiplier(std::abs(alpha)));
  s.sign = alpha < 0 ? -1 : 1;
  if (t == DType::kI8)
    return interpreter::MakeTableKernel(interpreter::MakeByteTable<int8_t>([&](int8_t q) { return s.Apply(q); }), s.n);
  if (t == DType::kU8)
    return interpreter::MakeTableKernel(interpreter::MakeByteTable<uint8_t>([&](uint8_t q) { return s.Apply(q); }),
                                        s.n);
  Kernel k = interpreter::MakeKernel(s, [](const CodeState& w, EvalContext& e) { return EvalWords(w, e); });
  k.in_place = 0;
  return k;
}

}  // namespace

Result<Kernel> Prepare(const LeakyRelu& op, interpreter::PrepareContext& c) {
  if (!IsFloat(c.in(0).dtype)) return PrepareCodes(op, c);
  State state{c.in_shape(0).Elements(), op.alpha};
  Kernel k;
  VisitFixedDType(c.in(0).dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_same_v<T, float>)
      k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return EvalF32(s, e); });
    else if constexpr (!scalar::kIsInteger<NumberOf<T>>)
      k = interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval<T>(s, e); });
  });
  if (!k.eval) return interpreter::NoKernelFor("LeakyRelu", c);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
