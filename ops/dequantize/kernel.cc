#include "interpreter/kernel.h"
#include "ops/dequantize/dequantize.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

struct State {
  int64_t outer, channels, inner;
  std::vector<float> scale;
  std::vector<int32_t> zero_point;
};

template <class T>
Code Eval(const State& s, EvalContext& c) {
  const T* x = c.In<T>(0);
  float* y = c.Out<float>(0);
  c.pool().ForRange(s.outer * s.channels, 8192 / (s.inner + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      size_t channel = static_cast<size_t>(row % s.channels);
      float scale = s.scale[channel];
      int32_t zero = s.zero_point[channel];
      for (int64_t i = row * s.inner; i < (row + 1) * s.inner; ++i)
        y[i] = scale * static_cast<float>(static_cast<int32_t>(x[i]) - zero);
    }
  });
  return Code::kOk;
}

Code EvalHalf(const State& s, EvalContext& c) {
  const Half* x = c.In<Half>(0);
  float* y = c.Out<float>(0);
  for (int64_t i = 0; i < s.inner; ++i) y[i] = static_cast<float>(x[i]);
  return Code::kOk;
}

State StateOf(const TensorType& x) {
  const Quantization& q = x.quant;
  State s{1, 1, x.shape.Elements(), q.scale, {}};
  for (int64_t z : q.zero_point) s.zero_point.push_back(static_cast<int32_t>(z));
  if (q.per_channel()) {
    s.outer = x.shape.Elements(0, q.axis);
    s.channels = x.shape[q.axis];
    s.inner = x.shape.Elements(q.axis + 1, x.shape.rank());
  }
  return s;
}

}  // namespace

Result<Kernel> Prepare(const Dequantize&, interpreter::PrepareContext& c) {
  const TensorType& x = c.in(0);
  State s = StateOf(x);
  if (x.dtype == DType::kF16)
    return interpreter::MakeKernel(std::move(s), [](const State& st, EvalContext& ctx) { return EvalHalf(st, ctx); });
  if (s.scale.empty() || static_cast<int64_t>(s.scale.size()) != s.channels)
    return interpreter::NoKernelFor("Dequantize", c);
  switch (x.dtype) {
    case DType::kI8:
      return interpreter::MakeKernel(std::move(s),
                                     [](const State& st, EvalContext& ctx) { return Eval<int8_t>(st, ctx); });
    case DType::kU8:
      return interpreter::MakeKernel(std::move(s),
                                     [](const State& st, EvalContext& ctx) { return Eval<uint8_t>(st, ctx); });
    case DType::kI16:
      return interpreter::MakeKernel(std::move(s),
                                     [](const State& st, EvalContext& ctx) { return Eval<int16_t>(st, ctx); });
    case DType::kI32:
      return interpreter::MakeKernel(std::move(s),
                                     [](const State& st, EvalContext& ctx) { return Eval<int32_t>(st, ctx); });
    default:
      return interpreter::NoKernelFor("Dequantize", c);
  }
}

}  // namespace slipway::ops
