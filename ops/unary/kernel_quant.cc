#include <algorithm>
#include <cmath>
#include <limits>

#include "interpreter/math/code_unary.h"
#include "interpreter/math/fixed_functions.h"
#include "interpreter/math/fixed_hard_swish.h"
#include "interpreter/math/rescale.h"
#include "interpreter/math/word_sigmoid.h"
#include "ops/unary/functions.h"
#include "ops/unary/kernel_quant.h"

namespace slipway::ops {

using interpreter::ByteTable;
using interpreter::Code;
using interpreter::CodeScale;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::MakeByteTable;
using interpreter::PrepareContext;
using interpreter::Rescale;
using interpreter::Saturate;
using interpreter::WordTable;

namespace {

float Sigmoid(float x) { return 1.0f / (1.0f + std::exp(-x)); }
float Tanh(float x) { return std::tanh(x); }
float Exp(float x) { return std::exp(x); }
float Elu(float x) { return x < 0 ? std::expm1(x) : x; }
float Gelu(float x) { return 0.5f * x * std::erfc(x * -0.70710678118654752f); }
float GeluTanh(float x) { return 0.5f * x * (1.0f + std::tanh(0.79788456080286536f * (x + 0.044715f * x * x * x))); }

// The function whose table TFLite's kernel holds; nullptr: it has none.
float (*TabulatedFunction(UnaryKind kind))(float) {
  switch (kind) {
    case UnaryKind::kSigmoid:
      return Sigmoid;
    case UnaryKind::kTanh:
      return Tanh;
    case UnaryKind::kExp:
      return Exp;
    case UnaryKind::kElu:
      return Elu;
    case UnaryKind::kGelu:
      return Gelu;
    case UnaryKind::kGeluTanh:
      return GeluTanh;
    default:
      return nullptr;
  }
}

struct Scales {
  DType dtype;
  CodeScale x, y;
  int64_t n;
};

// Below its domain log gives the smallest code.
template <class T>
float LogOr(float x, const CodeScale& y) {
  if (x > 0) return std::log(x);
  return static_cast<float>(std::numeric_limits<T>::min() - y.zero_point) * y.scale;
}

// Arithmetic of one code.

// A clamp, with a change of scale.
template <class T>
struct Relu {
  int32_t x_zero, y_zero, lo, hi;
  Rescale factor;
  Relu(UnaryKind kind, const Scales& s)
      : x_zero(s.x.zero_point),
        y_zero(s.y.zero_point),
        lo(std::numeric_limits<T>::min()),
        hi(std::numeric_limits<T>::max()),
        factor(QuantizeMultiplier(static_cast<double>(s.x.scale / s.y.scale))) {
    lo = std::max(lo, CodeOf(kind == UnaryKind::kReluN1To1 ? -1.0f : 0.0f, s.y));
    if (kind != UnaryKind::kRelu) hi = std::min(hi, CodeOf(kind == UnaryKind::kRelu6 ? 6.0f : 1.0f, s.y));
  }
  static int32_t CodeOf(float real, const CodeScale& y) {
    double code = y.zero_point + static_cast<double>(std::round(real / y.scale));
    return static_cast<int32_t>(std::clamp(code, -1e9, 1e9));
  }
  T operator()(T q) const {
    int32_t v = y_zero + factor(q - x_zero);
    return static_cast<T>(std::min(std::max(v, lo), hi));
  }
};

template <class T>
struct Abs {
  int32_t x_zero, y_zero;
  bool rescales;
  Rescale factor;
  Abs(UnaryKind, const Scales& s)
      : x_zero(s.x.zero_point),
        y_zero(s.y.zero_point),
        rescales(s.x.scale != s.y.scale),
        factor(QuantizeMultiplier(static_cast<double>(s.x.scale / s.y.scale))) {}
  T operator()(T q) const {
    int32_t v = std::abs(q - x_zero);
    return Saturate<T>(int64_t{rescales ? factor(v) : v} + y_zero);
  }
};

// Rounds down, as there. What is below the domain counts as its edge, where TFLite refuses to run.
template <class T>
struct Sqrt {
  CodeScale x, y;
  Sqrt(UnaryKind, const Scales& s) : x(s.x), y(s.y) {}
  T operator()(T q) const {
    float real = x.scale * static_cast<float>(q - x.zero_point);
    float steps = std::min(std::sqrt(std::max(real, 0.0f)) / y.scale, 1e9f);
    return Saturate<T>(int64_t{static_cast<int32_t>(steps)} + y.zero_point);
  }
};

template <class T>
struct Rsqrt {
  CodeScale x, y;
  FixedMultiplier factor;
  Rsqrt(UnaryKind, const Scales& s) : x(s.x), y(s.y) {
    factor = QuantizeMultiplier(1.0 / static_cast<double>(std::sqrt(x.scale) * y.scale));
  }
  T operator()(T q) const {
    constexpr int kFraction = 20;
    int32_t v = q - x.zero_point;
    if (v <= 0) return std::numeric_limits<T>::max();
    FixedMultiplier inverse = interpreter::InverseSqrt(v);
    int32_t fine = MultiplyFixed(1, {inverse.multiplier, inverse.shift + kFraction});
    int shift = std::max(factor.shift - kFraction, -31);
    return Saturate<T>(int64_t{MultiplyFixed(fine, {factor.multiplier, shift})} + y.zero_point);
  }
};

template <class F>
struct WordState {
  F f;
  int64_t n;
};

template <class F>
Code EvalWords(const WordState<F>& s, EvalContext& c) {
  const int16_t* x = c.In<int16_t>(0);
  int16_t* y = c.Out<int16_t>(0);
  c.pool().ForRange(s.n, 8192, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = s.f(x[i]);
  });
  return Code::kOk;
}

// Code by code, through a table where codes are bytes.
template <template <class> class F>
Kernel MakeFor(UnaryKind kind, const Scales& s) {
  if (s.dtype == DType::kI8) return interpreter::MakeTableKernel(MakeByteTable<int8_t>(F<int8_t>(kind, s)), s.n);
  if (s.dtype == DType::kU8) return interpreter::MakeTableKernel(MakeByteTable<uint8_t>(F<uint8_t>(kind, s)), s.n);
  Kernel k = interpreter::MakeKernel(WordState<F<int16_t>>{F<int16_t>(kind, s), s.n},
                                     [](const WordState<F<int16_t>>& w, EvalContext& c) { return EvalWords(w, c); });
  k.in_place = 0;
  return k;
}

template <class T>
ByteTable TableOf(UnaryKind kind, const Scales& s) {
  if (kind == UnaryKind::kHardSwish) return interpreter::HardSwishTable<T>(s.x, s.y);
  if (kind == UnaryKind::kLog)
    return interpreter::TabulateBytes<T>(s.x, s.y, [&](float v) { return LogOr<T>(v, s.y); });
  if (auto* f = TabulatedFunction(kind)) return interpreter::TabulateBytes<T>(s.x, s.y, f);
  ByteTable table{};
  VisitUnary<float>(kind, [&](auto function) {
    table = interpreter::TabulateBytes<T>(s.x, s.y, [&](float v) { return function.Value(v); });
  });
  return table;
}

Result<Kernel> PrepareWords(UnaryKind kind, const Scales& s, const PrepareContext& c) {
  if (s.x.zero_point || s.y.zero_point) return interpreter::NoKernelFor("Unary", c);
  auto make = [&](auto&& f) {
    return interpreter::MakeTableKernel(WordTable::Make<float>(s.x.scale, 0, s.y.scale, 0, f), s.n);
  };
  switch (kind) {
    case UnaryKind::kSigmoid:
      return interpreter::MakeWordSigmoid(s.x.scale, s.n);
    case UnaryKind::kTanh:
      return interpreter::MakeWordTanh(s.x.scale, s.n);
    case UnaryKind::kExp:
    case UnaryKind::kGelu:
    case UnaryKind::kGeluTanh:
      return make(TabulatedFunction(kind));
    case UnaryKind::kLog:
      return make([&](float v) { return LogOr<int16_t>(v, s.y); });
    case UnaryKind::kRsqrt:
      return make([&](float v) { return v > 0 ? 1.0f / std::sqrt(v) : 32767 * s.y.scale; });
    default:
      return interpreter::NoKernelFor("Unary", c);
  }
}

}  // namespace

Result<Kernel> PrepareQuantized(const Unary& op, PrepareContext& c) {
  auto x = interpreter::CodeScaleOf(c.in(0)), y = interpreter::CodeScaleOf(c.out(0));
  DType t = c.in(0).dtype;
  if (!x || !y || c.out(0).dtype != t || op.kind == UnaryKind::kLogicalNot) return interpreter::NoKernelFor("Unary", c);
  Scales s{t, *x, *y, c.in_shape(0).Elements()};
  switch (op.kind) {
    case UnaryKind::kRelu:
    case UnaryKind::kRelu0To1:
    case UnaryKind::kRelu6:
    case UnaryKind::kReluN1To1:
      return MakeFor<Relu>(op.kind, s);
    case UnaryKind::kAbs:
      return MakeFor<Abs>(op.kind, s);
    case UnaryKind::kSqrt:
      return MakeFor<Sqrt>(op.kind, s);
    case UnaryKind::kRsqrt:
      if (t != DType::kI16) return MakeFor<Rsqrt>(op.kind, s);
      break;
    default:
      break;
  }
  if (t == DType::kI16) return PrepareWords(op.kind, s, c);
  ByteTable table = t == DType::kI8 ? TableOf<int8_t>(op.kind, s) : TableOf<uint8_t>(op.kind, s);
  return interpreter::MakeTableKernel(table, s.n);
}

}  // namespace slipway::ops
