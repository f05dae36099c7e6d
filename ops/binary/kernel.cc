#include <atomic>
#include <complex>

#include "base/complex_dtype.h"
#include "interpreter/broadcast.h"
#include "interpreter/kernel.h"
#include "interpreter/refuse.h"
#include "ops/binary/functions.h"
#include "ops/binary/kernel_quant.h"
#include "ops/binary/row_template.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::PrepareContext;

BinaryRow BinaryRowOf(BinaryKind kind, [[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (IsaIs(isa, Isa::kAvx512)) return BinaryRowAvx512(kind);
  if (IsaIs(isa, Isa::kAvx2)) return BinaryRowAvx2(kind);
#endif
  return RowFor<4>(kind);
}

namespace {

constexpr int64_t kGrain = 4096;

struct FloatState {
  BroadcastPlan<2> plan;
  BinaryRow row, at_least, at_most;  // the last two clamp for an activation; else nullptr
  float lo, hi;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float *a = c.In<float>(0), *b = c.In<float>(1);
  float* y = c.Out<float>(0);
  s.plan.ForRows(c.pool(), kGrain, [&](int64_t at_y, const auto& at, int64_t n) {
    s.row(a + at[0], b + at[1], y + at_y, n, s.plan.step(0), s.plan.step(1));
    if (s.at_least) s.at_least(y + at_y, &s.lo, y + at_y, n, 1, 0);
    if (s.at_most) s.at_most(y + at_y, &s.hi, y + at_y, n, 1, 0);
  });
  return Code::kOk;
}

// Other types: element by element through the kind's expression; false: an operand was refused.
using PlainRow = bool (*)(const void* a, const void* b, void* y, int64_t n, int64_t a_step, int64_t b_step);

struct PlainState {
  BroadcastPlan<2> plan;
  int64_t bytes;  // per element
  PlainRow row;
  float lo, hi;
  void (*clamp)(void* y, int64_t n, float lo, float hi);
  Shape b;
  Code (*refuse)(const PlainState& s, EvalContext& c);
};

Code EvalPlain(const PlainState& s, EvalContext& c) {
  const char *a = c.In<char>(0), *b = c.In<char>(1);
  char* y = c.Out<char>(0);
  std::atomic<bool> refused = false;
  s.plan.ForRows(c.pool(), kGrain, [&](int64_t at_y, const auto& at, int64_t n) {
    char* row = y + at_y * s.bytes;
    if (!s.row(a + at[0] * s.bytes, b + at[1] * s.bytes, row, n, s.plan.step(0), s.plan.step(1))) refused = true;
    if (s.clamp) s.clamp(row, n, s.lo, s.hi);
  });
  return refused ? s.refuse(s, c) : Code::kOk;
}

// Names the first element of operand 1 that the kind cannot take.
template <class T, class Pair>
Code Refuse(const PlainState& s, EvalContext& c) {
  if constexpr (scalar::kIsInteger<NumberOf<T>>) {
    const T* b = c.In<T>(1);
    for (int64_t i = 0, n = s.b.Elements(); i < n; ++i) {
      const char* why = RefusedOperand(Pair::kKind, ToNumber(b[i]));
      if (!why) continue;
      FixedText where;
      interpreter::AppendIndex(s.b, i, &where);
      return c.Fail(Code::kBadValue, why, ": operand 1 holds ", static_cast<int64_t>(b[i]), " at ", where.view());
    }
  }
  return Code::kBadValue;
}

template <class T, class Pair>
bool ApplyPlain(const void* a, const void* b, void* y, int64_t n, int64_t a_step, int64_t b_step) {
  const T *first = static_cast<const T*>(a), *second = static_cast<const T*>(b);
  T* out = static_cast<T*>(y);
  if constexpr (scalar::kIsInteger<NumberOf<T>>) {
    for (int64_t i = 0; i < n; ++i)
      if (RefusedOperand(Pair::kKind, ToNumber(second[i * b_step]))) return false;
  }
  auto apply = [&](auto step_a, auto step_b) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = FromNumber<T>(Pair::Value(ToNumber(first[i * step_a()]), ToNumber(second[i * step_b()])));
  };
  using One = std::integral_constant<int64_t, 1>;
  using None = std::integral_constant<int64_t, 0>;
  if (a_step && b_step)
    apply(One{}, One{});
  else if (a_step)
    apply(One{}, None{});
  else
    apply(None{}, One{});
  return true;
}

template <class T>
void ClampPlain(void* y, int64_t n, float lo, float hi) {
  constexpr float largest = std::is_integral_v<T> ? static_cast<float>(std::numeric_limits<T>::max()) : 0;
  T* out = static_cast<T*>(y);
  using Number = NumberOf<T>;
  Number low = ToNumber(T(std::is_unsigned_v<T> && lo < 0 ? 0 : lo));
  bool has_high = std::is_integral_v<T> ? hi < largest : hi < std::numeric_limits<float>::infinity();
  Number high = ToNumber(T(has_high ? hi : 0));
  for (int64_t i = 0; i < n; ++i) {
    Number v = ToNumber(out[i]);
    if (v < low) v = low;
    if (has_high && v > high) v = high;
    out[i] = FromNumber<T>(v);
  }
}

template <class T>
void Choose(const Binary& op, PlainState* state) {
  VisitBinary<NumberOf<T>>(op.kind, [&](auto pair) {
    state->row = ApplyPlain<T, decltype(pair)>;
    state->refuse = Refuse<T, decltype(pair)>;
  });
  state->bytes = sizeof(T);
  if (op.activation != Activation::kNone) state->clamp = ClampPlain<T>;
}

// In the order of BinaryKind's arithmetic; products and quotients in the textbook's form, as TensorFlow's.
template <class Part>
bool ApplyComplex(BinaryKind kind, const void* a, const void* b, void* y, int64_t n, int64_t a_step, int64_t b_step) {
  const Part *first = static_cast<const Part*>(a), *second = static_cast<const Part*>(b);
  Part* out = static_cast<Part*>(y);
  for (int64_t i = 0; i < n; ++i) {
    const Part *p = first + 2 * i * a_step, *q = second + 2 * i * b_step;
    Part pr = p[0], pi = p[1], qr = q[0], qi = q[1];
    std::complex<Part> z(pr * qr - pi * qi, pr * qi + pi * qr);
    if (kind == BinaryKind::kAdd) z = {pr + qr, pi + qi};
    if (kind == BinaryKind::kSub) z = {pr - qr, pi - qi};
    if (kind == BinaryKind::kDiv) z = std::complex<Part>(pr, pi) / std::complex<Part>(qr, qi);
    out[2 * i] = z.real();
    out[2 * i + 1] = z.imag();
  }
  return true;
}

template <class Part>
PlainRow ComplexRow(BinaryKind kind) {
  switch (kind) {
    case BinaryKind::kAdd:
      return [](auto... x) { return ApplyComplex<Part>(BinaryKind::kAdd, x...); };
    case BinaryKind::kSub:
      return [](auto... x) { return ApplyComplex<Part>(BinaryKind::kSub, x...); };
    case BinaryKind::kMul:
      return [](auto... x) { return ApplyComplex<Part>(BinaryKind::kMul, x...); };
    default:
      return [](auto... x) { return ApplyComplex<Part>(BinaryKind::kDiv, x...); };
  }
}

bool IsBitwise(BinaryKind kind) {
  constexpr BinaryTypes kTypes[] = {
#define BINARY(kind, tflite, tf, types, ...) BinaryTypes::types,
#include "ops/binary/kinds.def"
#undef BINARY
  };
  return kTypes[static_cast<size_t>(kind)] == BinaryTypes::kInteger;
}

// Floats may carry the scales of a quantization that was undone. Bits are those of the codes.
bool Quantized(const Binary& op, const PrepareContext& c) {
  if (IsFloat(c.in(0).dtype) || IsBitwise(op.kind)) return false;
  return !c.in(0).quant.empty() || !c.in(1).quant.empty() || !c.out(0).quant.empty();
}

Kernel PrepareFloat(const Binary& op, const BroadcastPlan<2>& plan) {
  Isa isa = CpuIsa();
  FloatState state{plan, BinaryRowOf(op.kind, isa), nullptr, nullptr, 0, 0};
  ActivationRange(op.activation, &state.lo, &state.hi);
  if (std::isfinite(state.lo)) state.at_least = BinaryRowOf(BinaryKind::kMaximum, isa);
  if (std::isfinite(state.hi)) state.at_most = BinaryRowOf(BinaryKind::kMinimum, isa);
  Kernel k = interpreter::MakeKernel(state, [](const FloatState& s, EvalContext& e) { return EvalFloat(s, e); });
  k.path = IsaName(isa);
  return k;
}

Kernel PreparePlain(const Binary& op, DType t, const BroadcastPlan<2>& plan, const Shape& b) {
  PlainState state{plan, 0, nullptr, 0, 0, nullptr, b, nullptr};
  ActivationRange(op.activation, &state.lo, &state.hi);
  VisitFixedDType(t, [&](auto tag) { Choose<decltype(tag)>(op, &state); });
  if (IsComplex(t)) state.row = t == DType::kC64 ? ComplexRow<float>(op.kind) : ComplexRow<double>(op.kind);
  if (IsComplex(t)) state.bytes = DTypeSize(t);
  CHECK(state.row);
  return interpreter::MakeKernel(state, [](const PlainState& s, EvalContext& e) { return EvalPlain(s, e); });
}

// Operand 1 must then stay as it is: the message quotes it.
bool MayRefuse(BinaryKind kind) {
  using Int = Wrapping<int32_t>;
  return RefusedOperand(kind, Int{0}) || RefusedOperand(kind, Int{-1});
}

}  // namespace

Result<Kernel> Prepare(const Binary& op, PrepareContext& c) {
  bool moves = op.kind == BinaryKind::kMaximum || op.kind == BinaryKind::kMinimum;
  bool same = c.in(0).quant == c.in(1).quant && c.in(0).quant == c.out(0).quant;
  if (Quantized(op, c) && !(moves && same)) return PrepareQuantized(op, c);
  DType t = c.in(0).dtype;
  BroadcastPlan<2> plan({c.in_shape(0), c.in_shape(1)}, c.out_shape(0));
  Kernel k = t == DType::kF32 ? PrepareFloat(op, plan) : PreparePlain(op, t, plan, c.in_shape(1));
  if (c.in_shape(0) == c.out_shape(0))
    k.in_place = 0;
  else if (c.in_shape(1) == c.out_shape(0) && !(IsInteger(t) && MayRefuse(op.kind)))
    k.in_place = 1;
  return k;
}

}  // namespace slipway::ops
