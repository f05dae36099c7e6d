#include "interpreter/kernel.h"
#include "interpreter/broadcast.h"
#include "ops/select/select.h"

namespace slipway::ops {

using interpreter::BroadcastPlan;
using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct Steps {
  int64_t condition, a, b;
};
using Row = void (*)(const bool* condition, const void* a, const void* b, void* y, int64_t n, Steps);

struct State {
  BroadcastPlan<3> plan;
  int64_t bytes = 0;  // per element
  Row row = nullptr;
};

Code Eval(const State& s, EvalContext& c) {
  const bool* condition = c.In<bool>(0);
  const char *a = c.In<char>(1), *b = c.In<char>(2);
  char* y = c.Out<char>(0);
  Steps steps{s.plan.step(0), s.plan.step(1), s.plan.step(2)};
  s.plan.ForRows(c.pool(), 4096, [&](int64_t at_y, const auto& at, int64_t n) {
    s.row(condition + at[0], a + at[1] * s.bytes, b + at[2] * s.bytes, y + at_y * s.bytes, n, steps);
  });
  return Code::kOk;
}

// T: any type of the elements' size.
template <class T>
void Apply(const bool* condition, const void* a, const void* b, void* y, int64_t n, Steps steps) {
  const T *first = static_cast<const T*>(a), *second = static_cast<const T*>(b);
  T* out = static_cast<T*>(y);
  if (!steps.condition) {
    const T* chosen = *condition ? first : second;
    int64_t step = *condition ? steps.a : steps.b;
    for (int64_t i = 0; i < n; ++i) out[i] = chosen[i * step];
  } else if (steps.a && steps.b) {
    for (int64_t i = 0; i < n; ++i) {
      T x = first[i], z = second[i];
      out[i] = condition[i] ? x : z;
    }
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = condition[i] ? first[i * steps.a] : second[i * steps.b];
  }
}

Row RowFor(int bytes) {
  switch (bytes) {
    case 1:
      return Apply<uint8_t>;
    case 2:
      return Apply<uint16_t>;
    case 4:
      return Apply<uint32_t>;
    case 8:
      return Apply<uint64_t>;
    default:
      return nullptr;
  }
}

}  // namespace

Result<Kernel> Prepare(const Select& op, interpreter::PrepareContext& c) {
  const TensorType& y = c.out(0);
  if (!(c.in(1).quant == c.in(2).quant) || !(c.in(1).quant == y.quant)) return interpreter::NoKernelFor("Select", c);
  State state;
  Shape condition = AlignedCondition(op, c.in_shape(0), c.in_shape(1));
  state.plan = BroadcastPlan<3>({condition, c.in_shape(1), c.in_shape(2)}, y.shape);
  bool strings = y.dtype == DType::kString;
  state.bytes = strings ? static_cast<int64_t>(sizeof(std::string)) : DTypeSize(y.dtype);
  state.row = strings ? Apply<std::string> : RowFor(DTypeSize(y.dtype));
  if (!state.row) return interpreter::NoKernelFor("Select", c);
  return interpreter::MakeKernel(state, [](const State& s, EvalContext& e) { return Eval(s, e); });
}

}  // namespace slipway::ops
