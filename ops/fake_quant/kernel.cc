#include "interpreter/kernel.h"
#include "ops/fake_quant/fake_quant.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// x as [outer, channels, inner]; one channel where min and max are single numbers.
struct State {
  FakeQuant op;
  bool operands;
  int64_t outer = 1, channels = 1, inner = 1;
};

void QuantizeRun(const float* x, float* y, int64_t n, const NudgedRange& r) {
  float lo = r.min, hi = r.max, scale = r.scale, inverse = r.inverse_scale, zero = r.zero;
  for (int64_t i = 0; i < n; ++i) {
    float v = x[i] > hi ? hi : x[i] < lo ? lo : x[i];
    float steps = (v - lo) * inverse - zero + 0.5f;
    float whole = static_cast<float>(static_cast<int32_t>(std::abs(steps) < 0x1p30f ? steps : 0));
    whole -= whole > steps ? 1.0f : 0.0f;
    y[i] = v == v ? whole * scale : v;
  }
}

Code Eval(const State& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  const float *min = s.operands ? c.In<float>(1) : nullptr, *max = s.operands ? c.In<float>(2) : nullptr;
  float* y = c.Out<float>(0);
  auto* ranges = reinterpret_cast<NudgedRange*>(c.scratch());
  for (int64_t i = 0; i < s.channels; ++i)
    ranges[i] = Nudge(s.operands ? min[i] : s.op.min, s.operands ? max[i] : s.op.max, s.op.num_bits, s.op.narrow_range);
  if (s.channels == 1) {
    c.pool().ForRange(s.inner, 8192,
                      [&](int64_t begin, int64_t end) { QuantizeRun(x + begin, y + begin, end - begin, ranges[0]); });
    return Code::kOk;
  }
  c.pool().ForRange(s.outer * s.channels, 8192 / (s.inner + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k)
      QuantizeRun(x + k * s.inner, y + k * s.inner, s.inner, ranges[k % s.channels]);
  });
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const FakeQuant& op, interpreter::PrepareContext& c) {
  const Shape& x = c.in_shape(0);
  State s{.op = op, .operands = c.Has(1), .inner = x.Elements()};
  if (c.Has(1) && (c.in_shape(1).Elements() != 1 || c.in_shape(2).Elements() != 1)) {
    ASSIGN_OR_RETURN(int axis, NormalizeAxis(op.axis, x.rank()));
    s.outer = x.Elements(0, axis);
    s.channels = x[axis];
    s.inner = x.Elements(axis + 1, x.rank());
    if (c.in_shape(1).Elements() != s.channels || c.in_shape(2).Elements() != s.channels)
      return interpreter::NoKernelFor("FakeQuant", c);
  }
  Kernel k = interpreter::MakeKernel(s, [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = static_cast<size_t>(s.channels) * sizeof(NudgedRange);
  k.in_place = 0;
  return k;
}

}  // namespace slipway::ops
