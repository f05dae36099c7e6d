#include <algorithm>
#include <cmath>
#include <limits>

#include "base/fixed_point.h"
#include "interpreter/kernel.h"
#include "ops/quantize/quantize.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// From float: per tensor or per channel.
struct FloatState {
  int64_t outer, channels, inner;
  std::vector<float> scale;
  std::vector<int32_t> zero_point;
};

// TFLite divides by the scale and rounds halves away from 0.
template <class T>
Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* x = c.In<float>(0);
  T* y = c.Out<T>(0);
  constexpr float lo = std::numeric_limits<T>::min(), hi = std::numeric_limits<T>::max();
  c.pool().ForRange(s.outer * s.channels, 4096 / (s.inner + 1) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      size_t channel = static_cast<size_t>(row % s.channels);
      float scale = s.scale[channel], zero = static_cast<float>(s.zero_point[channel]);
      for (int64_t i = row * s.inner; i < (row + 1) * s.inner; ++i) {
        float q = std::round(x[i] / scale) + zero;
        y[i] = static_cast<T>(q >= lo ? std::min(q, hi) : lo);  // NaN becomes the lowest code
      }
    }
  });
  return Code::kOk;
}

// Between integer types: one fixed-point factor.
struct IntState {
  int64_t elements;
  FixedMultiplier factor;
  int32_t x_zero, y_zero;
};

template <class X, class Y>
Code EvalInt(const IntState& s, EvalContext& c) {
  const X* x = c.In<X>(0);
  Y* y = c.Out<Y>(0);
  constexpr int64_t lo = std::numeric_limits<Y>::min(), hi = std::numeric_limits<Y>::max();
  for (int64_t i = 0; i < s.elements; ++i) {
    int64_t q =
        static_cast<int64_t>(MultiplyFixed(static_cast<int32_t>(x[i]) - s.x_zero, s.factor)) + s.y_zero;
    y[i] = static_cast<Y>(std::clamp(q, lo, hi));
  }
  return Code::kOk;
}

template <class X>
Kernel IntKernel(IntState s, DType to) {
  switch (to) {
    case DType::kI8:
      return interpreter::MakeKernel(s,
                                     [](const IntState& st, EvalContext& ctx) { return EvalInt<X, int8_t>(st, ctx); });
    case DType::kU8:
      return interpreter::MakeKernel(s,
                                     [](const IntState& st, EvalContext& ctx) { return EvalInt<X, uint8_t>(st, ctx); });
    case DType::kI16:
      return interpreter::MakeKernel(s,
                                     [](const IntState& st, EvalContext& ctx) { return EvalInt<X, int16_t>(st, ctx); });
    case DType::kI32:
      return interpreter::MakeKernel(s,
                                     [](const IntState& st, EvalContext& ctx) { return EvalInt<X, int32_t>(st, ctx); });
    default:
      return Kernel{};
  }
}

Result<Kernel> PrepareInt(const Quantize& op, interpreter::PrepareContext& c) {
  const Quantization &x = c.in(0).quant, &y = c.out(0).quant;
  if (x.scale.size() != 1 || y.scale.size() != 1) return interpreter::NoKernelFor("Quantize", c);
  double factor = static_cast<double>(x.scale[0]) / static_cast<double>(y.scale[0]);
  if (!std::isfinite(factor) || factor <= 0) return interpreter::NoKernelFor("Quantize", c);
  IntState s{c.in_shape(0).Elements(), QuantizeMultiplier(factor), static_cast<int32_t>(x.zero_point[0]),
             static_cast<int32_t>(y.zero_point[0])};
  switch (c.in(0).dtype) {
    case DType::kI8:
      return IntKernel<int8_t>(s, op.to);
    case DType::kU8:
      return IntKernel<uint8_t>(s, op.to);
    case DType::kI16:
      return IntKernel<int16_t>(s, op.to);
    case DType::kI32:
      return IntKernel<int32_t>(s, op.to);
    default:
      return interpreter::NoKernelFor("Quantize", c);
  }
}

}  // namespace

Result<Kernel> Prepare(const Quantize& op, interpreter::PrepareContext& c) {
  const TensorType &x = c.in(0), &y = c.out(0);
  if (x.dtype != DType::kF32) return PrepareInt(op, c);
  FloatState s{1, 1, x.shape.Elements(), y.quant.scale, {}};
  for (int64_t z : y.quant.zero_point) s.zero_point.push_back(static_cast<int32_t>(z));
  if (y.quant.per_channel()) {
    s.outer = x.shape.Elements(0, y.quant.axis);
    s.channels = x.shape[y.quant.axis];
    s.inner = x.shape.Elements(y.quant.axis + 1, x.shape.rank());
  }
  if (s.scale.empty() || static_cast<int64_t>(s.scale.size()) != s.channels)
    return interpreter::NoKernelFor("Quantize", c);
  switch (op.to) {
    case DType::kI8:
      return interpreter::MakeKernel(std::move(s),
                                     [](const FloatState& st, EvalContext& ctx) { return EvalFloat<int8_t>(st, ctx); });
    case DType::kU8:
      return interpreter::MakeKernel(
          std::move(s), [](const FloatState& st, EvalContext& ctx) { return EvalFloat<uint8_t>(st, ctx); });
    case DType::kI16:
      return interpreter::MakeKernel(
          std::move(s), [](const FloatState& st, EvalContext& ctx) { return EvalFloat<int16_t>(st, ctx); });
    default:
      return interpreter::NoKernelFor("Quantize", c);
  }
}

}  // namespace slipway::ops
