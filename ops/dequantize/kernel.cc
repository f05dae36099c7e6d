#include <vector>

#include "base/half.h"
#include "interpreter/kept.h"
#include "interpreter/kernel.h"
#include "interpreter/math/code_rows.h"
#include "ops/dequantize/dequantize.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::PrepareContext;

namespace {

constexpr bool Keeps(DType t) { return interpreter::KeepsFor<Dequantize>(t); }

// [outer, channels, inner]; one channel where there is one scale.
struct State {
  int64_t outer, channels, inner;
  std::vector<float> scale;
  std::vector<int32_t> zero_point;
};

template <class T>
void DequantizeRun(const T* __restrict q, float* __restrict y, int64_t n, float scale, int32_t zero_point) {
  for (int64_t i = 0; i < n; ++i)
    y[i] = scale * static_cast<float>(static_cast<int32_t>(static_cast<uint32_t>(static_cast<int32_t>(q[i])) -
                                                           static_cast<uint32_t>(zero_point)));
}

template <class T>
auto RunOf() {
  if constexpr (sizeof(T) <= 2)
    return interpreter::CodeRowsOf<T>(CpuIsa()).dequantize;
  else
    return DequantizeRun<T>;
}

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* q = c.In<T>(0);
  float* y = c.Out<float>(0);
  const auto run = RunOf<T>();
  if (s.channels == 1) {
    c.pool().ForRange(s.inner, 16384, [&](int64_t begin, int64_t end) {
      run(q + begin, y + begin, end - begin, s.scale[0], s.zero_point[0]);
    });
    return Code::kOk;
  }
  c.pool().ForRange(s.outer * s.channels, 16384 / (s.inner + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t k = begin; k < end; ++k) {
      size_t channel = static_cast<size_t>(k % s.channels);
      run(q + k * s.inner, y + k * s.inner, s.inner, s.scale[channel], s.zero_point[channel]);
    }
  });
  return Code::kOk;
}

Code EvalNibbles(const State& s, EvalContext& c) {
  const uint8_t* q = c.In<uint8_t>(0);
  float* y = c.Out<float>(0);
  int64_t n = s.outer * s.channels * s.inner;
  for (int64_t i = 0; i < n; ++i) {
    size_t channel = static_cast<size_t>(i / s.inner % s.channels);
    y[i] =
        s.scale[channel] * static_cast<float>(int64_t{PackedInt4(q, static_cast<size_t>(i))} - s.zero_point[channel]);
  }
  return Code::kOk;
}

struct HalfState {
  int64_t elements;
};

Code EvalHalf(const HalfState& s, EvalContext& c) {
  const uint16_t* x = c.In<uint16_t>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.elements, 16384, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) y[i] = HalfBitsToFloat(x[i]);
  });
  return Code::kOk;
}

Result<State> MakeState(const TensorType& x) {
  const Quantization& quant = x.quant;
  State s{.outer = 1, .channels = 1, .inner = x.shape.Elements(), .scale = quant.scale};
  if (quant.zero_point.size() != quant.scale.size()) return BadInput("x has no zero points for its scales");
  for (int64_t z : quant.zero_point) s.zero_point.push_back(static_cast<int32_t>(z));
  if (!quant.per_channel()) return s;
  if (quant.axis < 0 || quant.axis >= x.shape.rank() || x.shape[quant.axis] != static_cast<int64_t>(quant.scale.size()))
    return BadInput("x has ", quant.scale.size(), " scales along axis ", quant.axis, ", its shape is ", x.shape);
  s.outer = x.shape.Elements(0, quant.axis);
  s.channels = x.shape[quant.axis];
  s.inner = x.shape.Elements(quant.axis + 1, x.shape.rank());
  return s;
}

template <class T>
Result<Kernel> MakeDequantize(State s, PrepareContext& c) {
  if constexpr (Keeps(DTypeOf<T>()))
    return interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval<T>(state, e); });
  else
    return interpreter::NoKernelFor("Dequantize", c);
}

}  // namespace

Result<Kernel> Prepare(const Dequantize&, PrepareContext& c) {
  if (Keeps(DType::kF16) && c.in(0).dtype == DType::kF16)
    return interpreter::MakeKernel(HalfState{c.in_shape(0).Elements()},
                                   [](const HalfState& s, EvalContext& ctx) { return EvalHalf(s, ctx); });
  ASSIGN_OR_RETURN(State s, MakeState(c.in(0)));
  switch (c.in(0).dtype) {
    case DType::kI4:
      if (!Keeps(DType::kI4)) return interpreter::NoKernelFor("Dequantize", c);
      return interpreter::MakeKernel(std::move(s),
                                     [](const State& state, EvalContext& ctx) { return EvalNibbles(state, ctx); });
    case DType::kI8:
      return MakeDequantize<int8_t>(std::move(s), c);
    case DType::kU8:
      return MakeDequantize<uint8_t>(std::move(s), c);
    case DType::kI16:
      return MakeDequantize<int16_t>(std::move(s), c);
    case DType::kI32:
      return MakeDequantize<int32_t>(std::move(s), c);
    default:
      return interpreter::NoKernelFor("Dequantize", c);
  }
}

}  // namespace slipway::ops
