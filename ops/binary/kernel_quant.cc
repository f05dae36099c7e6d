#include <algorithm>
#include <atomic>
#include <cmath>

#include "interpreter/broadcast.h"
#include "interpreter/math/code_pairs.h"
#include "interpreter/math/code_scale.h"
#include "interpreter/math/fixed_functions.h"
#include "ops/binary/kernel_quant.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::CodePair;
using interpreter::CodePairArgs;
using interpreter::CodeScale;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::PrepareContext;
using interpreter::Rescale;

namespace {

constexpr int64_t kGrain = 4096;

struct Scales {
  CodeScale a, b, y;
};

struct PairState {
  BroadcastPlan<2> plan;
  int64_t bytes;  // per element
  int first;      // the operand that the row takes first
  CodePairArgs args;
  interpreter::CodePairRow row;
};

Code EvalPair(const PairState& s, EvalContext& c) {
  int first = s.first, second = 1 - s.first;
  const char *a = c.In<char>(first), *b = c.In<char>(second);
  char* y = c.Out<char>(0);
  s.plan.ForRows(c.pool(), kGrain, [&](int64_t at_y, const auto& at, int64_t n) {
    size_t i = static_cast<size_t>(first), k = static_cast<size_t>(second);
    s.row(s.args, a + at[i] * s.bytes, b + at[k] * s.bytes, y + at_y * s.bytes, n, s.plan.step(first),
          s.plan.step(second));
  });
  return Code::kOk;
}

// Sums of bytes in floats. What the fixed-point sum may be off: 1.1 units of the common scale, half a unit of the last
// shift; floats: a few units in the last place of the largest intermediate.
void SetReal(const CodeScale& first, const CodeScale& second, double factor, CodePairArgs* g) {
  double a = g->a_unit * factor, scale = static_cast<double>(second.scale) / static_cast<double>(first.scale);
  double b = (g->b_sign ? -1 : 1) * std::abs(a) * scale;
  double zero = g->y_zero - a * g->a_zero - b * g->b_zero;
  double largest = 256 * (std::abs(a) + std::abs(b)) + std::abs(zero);
  double doubt = 1.1 * factor + std::ldexp(0.5, -g->y.right) + largest * 0x1p-21 + 1e-6;
  if (doubt > 0.05 || largest > 1e6 || g->y.left > 0) return;
  g->real_a = static_cast<float>(a);
  g->real_b = static_cast<float>(b);
  g->real_zero = static_cast<float>(zero);
  g->doubt = static_cast<float>(doubt);
}

// Products of bytes in floats: the fixed-point product is off by half a unit of the last shift.
void SetRealProduct(double factor, CodePairArgs* g) {
  double largest = 256 * 256 * factor + std::abs(static_cast<double>(g->y_zero));
  double doubt = std::ldexp(0.5, -g->y.right) + largest * 0x1p-21 + 1e-6;
  if (doubt > 0.05 || largest > 1e6 || g->y.left > 0) return;
  g->real_a = static_cast<float>(factor);
  g->real_zero = static_cast<float>(g->y_zero);
  g->doubt = static_cast<float>(doubt);
}

// Both operands in units of twice the larger scale / 2^left: a left shift by left - 1 for the operand of the larger
// scale, which goes first; the other is rounded.
void SetCommonScale(const Scales& s, int left, bool difference, bool squared, PairState* state) {
  CodePairArgs& g = state->args;
  double twice = 2 * std::max(s.a.scale, s.b.scale);
  state->first = s.a.scale >= s.b.scale ? 0 : 1;
  const CodeScale &first = state->first ? s.b : s.a, &second = state->first ? s.a : s.b;
  g.a_zero = first.zero_point;
  g.b_zero = second.zero_point;
  g.a_unit = (difference && state->first ? -1 : 1) * (1 << (left - 1));
  g.b_sign = difference && !state->first ? -1 : 0;
  g.b = Rescale(QuantizeMultiplier(static_cast<double>(second.scale) / twice), left);
  float y_unit = static_cast<float>(1 << (squared ? 2 * left : left)) * s.y.scale;
  double factor = (squared ? twice * twice : twice) / static_cast<double>(y_unit);
  g.y = Rescale(QuantizeMultiplier(factor));
  if (!squared && left == 20) SetReal(first, second, factor, &g);
}

// Is the scale 2^k, within 1/1000 of k?
bool IsPowerOfTwo(float scale, int* k) {
  float log = std::log(scale) * (1.0f / std::log(2.0f)), rounded = std::round(log);
  *k = static_cast<int>(rounded);
  return std::abs(log - rounded) < 1e-3f;
}

// 16-bit sums of operands whose scales are powers of two: one is shifted to the scale of the other, which is the
// result's.
struct ShiftArgs {
  int a_shift, b_shift;
  bool subtract;
  int32_t lo, hi;
};

void ShiftRow(const ShiftArgs& g, const int16_t* a, const int16_t* b, int16_t* y, int64_t n, int64_t a_step,
              int64_t b_step) {
  for (int64_t i = 0; i < n; ++i) {
    int32_t first = RoundingDivideByPowerOfTwo(a[i * a_step], g.a_shift);
    int32_t second = RoundingDivideByPowerOfTwo(b[i * b_step], g.b_shift);
    y[i] = static_cast<int16_t>(std::clamp(g.subtract ? first - second : first + second, g.lo, g.hi));
  }
}

struct ShiftState {
  BroadcastPlan<2> plan;
  ShiftArgs args;
};

Code EvalShift(const ShiftState& s, EvalContext& c) {
  const int16_t *a = c.In<int16_t>(0), *b = c.In<int16_t>(1);
  int16_t* y = c.Out<int16_t>(0);
  s.plan.ForRows(c.pool(), kGrain, [&](int64_t at_y, const auto& at, int64_t n) {
    ShiftRow(s.args, a + at[0], b + at[1], y + at_y, n, s.plan.step(0), s.plan.step(1));
  });
  return Code::kOk;
}

bool MakeShift(const Binary& op, DType t, const Scales& s, const CodeRange& range, ShiftArgs* args) {
  int a, b, y;
  bool sum = op.kind == BinaryKind::kAdd || op.kind == BinaryKind::kSub;
  if (!sum || !op.pot_scale_int16 || t != DType::kI16) return false;
  if (!IsPowerOfTwo(s.a.scale, &a) || !IsPowerOfTwo(s.b.scale, &b) || !IsPowerOfTwo(s.y.scale, &y)) return false;
  if (a > y || b > y || (a != y && b != y) || y - a > 31 || y - b > 31) return false;
  *args = {y - a, y - b, op.kind == BinaryKind::kSub, range.lo, range.hi};
  return true;
}

// Quotients: the reciprocal of b in fixed point, times a with all its leading bits used.
struct DivideArgs {
  int32_t a_zero, b_zero, y_zero, lo, hi;
  FixedMultiplier factor;
};

int LeadingSignBits(int32_t v) {
  return v >= 0 ? (v ? __builtin_clz(static_cast<uint32_t>(v)) : 32) - 1
                : __builtin_clz(2 * static_cast<uint32_t>(-v) - 1);
}

int32_t Quotient(const DivideArgs& g, int32_t a, int32_t b) {
  if (b < 0) {
    a = -a;
    b = -b;
  }
  int over, headroom = LeadingSignBits(a);
  int32_t inverse = interpreter::ReciprocalOf(b, 31, &over);
  int32_t raw = SaturatingRoundingDoublingHighMul(static_cast<int32_t>(static_cast<uint32_t>(a) << headroom), inverse);
  int shift = g.factor.shift - over - headroom;
  // There a shift beyond 31 bits makes 1 of 0 and noise of all else.
  if (shift < -31) return raw == 0 ? 1 : 0;
  return MultiplyFixed(raw, {g.factor.multiplier, shift});
}

template <class T>
bool DivideRow(const DivideArgs& g, const void* a, const void* b, void* y, int64_t n, int64_t a_step, int64_t b_step) {
  const T *first = static_cast<const T*>(a), *second = static_cast<const T*>(b);
  T* out = static_cast<T*>(y);
  for (int64_t i = 0; i < n; ++i)
    if (second[i * b_step] == g.b_zero) return false;
  for (int64_t i = 0; i < n; ++i) {
    int32_t v = Quotient(g, first[i * a_step] - g.a_zero, second[i * b_step] - g.b_zero);
    out[i] = static_cast<T>(std::clamp<int64_t>(int64_t{v} + g.y_zero, g.lo, g.hi));
  }
  return true;
}

struct DivideState {
  BroadcastPlan<2> plan;
  int64_t bytes;
  DivideArgs args;
  bool (*row)(const DivideArgs&, const void* a, const void* b, void* y, int64_t n, int64_t a_step, int64_t b_step);
};

Code EvalDivide(const DivideState& s, EvalContext& c) {
  const char *a = c.In<char>(0), *b = c.In<char>(1);
  char* y = c.Out<char>(0);
  std::atomic<bool> refused = false;
  s.plan.ForRows(c.pool(), kGrain, [&](int64_t at_y, const auto& at, int64_t n) {
    if (!s.row(s.args, a + at[0] * s.bytes, b + at[1] * s.bytes, y + at_y * s.bytes, n, s.plan.step(0), s.plan.step(1)))
      refused = true;
  });
  return refused ? c.Fail(Code::kBadValue, "division by zero: operand 1 holds its zero point, ", s.args.b_zero)
                 : Code::kOk;
}

Kernel PrepareDivide(const BroadcastPlan<2>& plan, DType t, const Scales& s, const CodeRange& range) {
  double real = static_cast<double>(s.a.scale / (s.b.scale * s.y.scale));
  DivideState state{plan, DTypeSize(t), {}, nullptr};
  state.args = {s.a.zero_point, s.b.zero_point, s.y.zero_point, range.lo, range.hi, QuantizeMultiplier(real)};
  interpreter::VisitCode(t, [&](auto tag) { state.row = DivideRow<decltype(tag)>; });
  return interpreter::MakeKernel(state, [](const DivideState& d, EvalContext& e) { return EvalDivide(d, e); });
}

Kernel PreparePair(BinaryKind kind, const BroadcastPlan<2>& plan, DType t, const Scales& s, const CodeRange& range) {
  CodePair pair = kind == BinaryKind::kMul                 ? CodePair::kProduct
                  : kind == BinaryKind::kSquaredDifference ? CodePair::kSquaredDifference
                                                           : CodePair::kSum;
  PairState state{plan, DTypeSize(t), 0, {}, interpreter::CodePairRowOf(pair, t, CpuIsa())};
  CodePairArgs& g = state.args;
  g = {.a_zero = s.a.zero_point, .b_zero = s.b.zero_point, .y_zero = s.y.zero_point, .lo = range.lo, .hi = range.hi};
  if (pair == CodePair::kProduct) {
    const double factor = static_cast<double>(s.a.scale * s.b.scale / s.y.scale);
    g.y = Rescale(QuantizeMultiplier(factor));
    SetRealProduct(factor, &g);
  } else if (pair == CodePair::kSquaredDifference)
    SetCommonScale(s, 7, false, true, &state);
  else
    SetCommonScale(s, t == DType::kI16 ? 15 : 20, kind == BinaryKind::kSub, false, &state);
  Kernel k = interpreter::MakeKernel(state, [](const PairState& p, EvalContext& e) { return EvalPair(p, e); });
  k.path = IsaName(CpuIsa());
  return k;
}

Result<Kernel> PrepareKind(const Binary& op, const BroadcastPlan<2>& plan, DType t, const Scales& s,
                           const PrepareContext& c) {
  CodeRange range = QuantizedActivationRange(op.activation, t, c.out(0).quant);
  ShiftState shift{plan, {}};
  if (MakeShift(op, t, s, range, &shift.args))
    return interpreter::MakeKernel(shift, [](const ShiftState& p, EvalContext& e) { return EvalShift(p, e); });
  // 16-bit codes with zero points would overflow.
  if (t == DType::kI16 && (s.a.zero_point || s.b.zero_point || s.y.zero_point))
    return interpreter::NoKernelFor("Binary", c);
  switch (op.kind) {
    case BinaryKind::kSquaredDifference:
      if (t == DType::kI16) break;
      [[fallthrough]];
    case BinaryKind::kAdd:
    case BinaryKind::kSub:
    case BinaryKind::kMul:
      return PreparePair(op.kind, plan, t, s, range);
    case BinaryKind::kDiv:
      return PrepareDivide(plan, t, s, range);
    default:
      break;
  }
  return interpreter::NoKernelFor("Binary", c);
}

}  // namespace

Result<Kernel> PrepareQuantized(const Binary& op, PrepareContext& c) {
  DType t = c.in(0).dtype;
  auto a = interpreter::CodeScaleOf(c.in(0)), b = interpreter::CodeScaleOf(c.in(1));
  auto y = interpreter::CodeScaleOf(c.out(0));
  if (!a || !b || !y || c.in(1).dtype != t || c.out(0).dtype != t) return interpreter::NoKernelFor("Binary", c);
  BroadcastPlan<2> plan({c.in_shape(0), c.in_shape(1)}, c.out_shape(0));
  ASSIGN_OR_RETURN(Kernel k, PrepareKind(op, plan, t, {*a, *b, *y}, c));
  if (c.in_shape(0) == c.out_shape(0))
    k.in_place = 0;
  else if (c.in_shape(1) == c.out_shape(0))
    k.in_place = 1;
  return k;
}

}  // namespace slipway::ops
