#include <array>

#include "interpreter/broadcast.h"
#include "interpreter/kernel.h"
#include "interpreter/math/code_scale.h"
#include "interpreter/math/rescale.h"
#include "ops/compare/relations.h"
#include "ops/scalar.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

using Row = void (*)(const void* a, const void* b, bool* y, int64_t n, int64_t a_step, int64_t b_step);

struct State {
  BroadcastPlan<2> plan;
  int64_t bytes = 0;  // per element
  Row row = nullptr;
};

Code Eval(const State& s, EvalContext& c) {
  const char *a = c.In<char>(0), *b = c.In<char>(1);
  bool* y = c.Out<bool>(0);
  s.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    s.row(a + at[0] * s.bytes, b + at[1] * s.bytes, y + at_y, n, s.plan.step(0), s.plan.step(1));
  });
  return Code::kOk;
}

// What elements compare as: halves as floats, everything else as itself.
template <class T>
const T& Comparable(const T& x) {
  return x;
}
float Comparable(Half x) { return static_cast<float>(x); }
float Comparable(BFloat16 x) { return static_cast<float>(x); }

template <class T, class Relation>
void Apply(const void* a, const void* b, bool* y, int64_t n, int64_t a_step, int64_t b_step) {
  const T *first = static_cast<const T*>(a), *second = static_cast<const T*>(b);
  auto apply = [&](auto step_a, auto step_b) {
    for (int64_t i = 0; i < n; ++i)
      y[i] = Relation{}(Comparable(first[i * step_a()]), Comparable(second[i * step_b()]));
  };
  using One = std::integral_constant<int64_t, 1>;
  using None = std::integral_constant<int64_t, 0>;
  if (a_step && b_step)
    apply(One{}, One{});
  else if (a_step)
    apply(One{}, None{});
  else
    apply(None{}, One{});
}

template <class T>
void Choose(CompareKind kind, State* state) {
  VisitCompare(kind, [&](auto relation) { state->row = Apply<T, decltype(relation)>; });
  state->bytes = sizeof(T);
}

// Codes are compared as TFLite's reference kernel compares them: rounded to multiples of 1/256. For bytes that value is
// in a table.
struct CodeOperand {
  int32_t zero = 0;
  interpreter::Rescale factor;
  std::array<int32_t, 256> table;

  template <class T>
  int32_t operator()(T q) const {
    if constexpr (sizeof(T) == 1) return table[static_cast<uint8_t>(q)];
    return factor((q - zero) * 256);
  }
};

using CodeRow = void (*)(const CodeOperand&, const CodeOperand&, const void* a, const void* b, bool* y, int64_t n,
                         int64_t a_step, int64_t b_step);

struct CodeState {
  BroadcastPlan<2> plan;
  int64_t bytes = 0;
  CodeOperand a, b;
  CodeRow row = nullptr;
};

Code EvalCodes(const CodeState& s, EvalContext& c) {
  const char *a = c.In<char>(0), *b = c.In<char>(1);
  bool* y = c.Out<bool>(0);
  s.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    s.row(s.a, s.b, a + at[0] * s.bytes, b + at[1] * s.bytes, y + at_y, n, s.plan.step(0), s.plan.step(1));
  });
  return Code::kOk;
}

template <class T, class Relation>
void ApplyCodes(const CodeOperand& f, const CodeOperand& g, const void* a, const void* b, bool* y, int64_t n,
                int64_t a_step, int64_t b_step) {
  const T *first = static_cast<const T*>(a), *second = static_cast<const T*>(b);
  for (int64_t i = 0; i < n; ++i) y[i] = Relation{}(f(first[i * a_step]), g(second[i * b_step]));
}

template <class T>
CodeOperand MakeOperand(const interpreter::CodeScale& s) {
  CodeOperand o{s.zero_point, interpreter::Rescale(QuantizeMultiplier(static_cast<double>(s.scale))), {}};
  for (int i = 0; i < 256; ++i)
    o.table[static_cast<size_t>(i)] = o.factor((static_cast<T>(static_cast<uint8_t>(i)) - s.zero_point) * 256);
  return o;
}

Result<Kernel> PrepareCodes(const Compare& op, const interpreter::PrepareContext& c) {
  auto a = interpreter::CodeScaleOf(c.in(0)), b = interpreter::CodeScaleOf(c.in(1));
  DType t = c.in(0).dtype;
  if (!a || !b || c.in(1).dtype != t) return interpreter::NoKernelFor("Compare", c);
  CodeState s;
  s.plan = BroadcastPlan<2>({c.in_shape(0), c.in_shape(1)}, c.out_shape(0));
  s.bytes = DTypeSize(t);
  interpreter::VisitCode(t, [&](auto tag) {
    using T = decltype(tag);
    s.a = MakeOperand<T>(*a);
    s.b = MakeOperand<T>(*b);
    VisitCompare(op.kind, [&](auto relation) { s.row = ApplyCodes<T, decltype(relation)>; });
  });
  return interpreter::MakeKernel(s, [](const CodeState& state, EvalContext& e) { return EvalCodes(state, e); });
}

}  // namespace

Result<Kernel> Prepare(const Compare& op, interpreter::PrepareContext& c) {
  bool quantized = !c.in(0).quant.empty() || !c.in(1).quant.empty();
  if (quantized && !IsFloat(c.in(0).dtype)) return PrepareCodes(op, c);
  State state;
  state.plan = BroadcastPlan<2>({c.in_shape(0), c.in_shape(1)}, c.out_shape(0));
  if (c.in(0).dtype == DType::kString)
    Choose<std::string>(op.kind, &state);
  else
    VisitFixedDType(c.in(0).dtype, [&](auto tag) { Choose<decltype(tag)>(op.kind, &state); });
  if (!state.row) return interpreter::NoKernelFor("Compare", c);
  return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
