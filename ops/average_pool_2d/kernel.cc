#include <algorithm>

#include "interpreter/convolution/pool.h"
#include "interpreter/kernel.h"
#include "ops/average_pool_2d/average_pool_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

constexpr int64_t kBlock = 256;  // channels summed at once

// Sums of channels [c0, c0 + n) over the window.
template <class T, class Sum>
void SumWindow(const ConvGeometry& g, const T* image, int64_t h0, int64_t h1, int64_t w0, int64_t w1, int64_t c0,
               int64_t n, Sum* __restrict sum) {
  std::fill(sum, sum + n, Sum(0));
  for (int64_t h = h0; h < h1; ++h)
    for (int64_t w = w0; w < w1; ++w) {
      const T* __restrict from = image + (h * g.in_w + w) * g.in_c + c0;
      for (int64_t i = 0; i < n; ++i) sum[i] += static_cast<Sum>(from[i]);
    }
}

struct FloatState {
  ConvGeometry g;
  float lo, hi;
};

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const float* x = c.In<float>(0);
  float* out = c.Out<float>(0);
  interpreter::ForPooled(g, c.pool(), [&](int64_t image, int64_t at, int64_t h0, int64_t h1, int64_t w0, int64_t w1) {
    float count = static_cast<float>((h1 - h0) * (w1 - w0));
    for (int64_t c0 = 0; c0 < g.out_c; c0 += kBlock) {
      int64_t n = std::min(kBlock, g.out_c - c0);
      float sum[kBlock];
      SumWindow(g, x + image * g.in_h * g.in_w * g.in_c, h0, h1, w0, w1, c0, n, sum);
      float* y = out + at + c0;
      for (int64_t i = 0; i < n; ++i) {
        float v = sum[i] / count;
        v = v < s.lo ? s.lo : v;
        y[i] = v > s.hi ? s.hi : v;
      }
    }
  });
  return Code::kOk;
}

struct QuantState {
  ConvGeometry g;
  CodeRange range;
};

// The mean of codes, halves away from zero.
template <class T>
Code EvalQuant(const QuantState& s, EvalContext& c) {
  const ConvGeometry& g = s.g;
  const T* x = c.In<T>(0);
  T* out = c.Out<T>(0);
  interpreter::ForPooled(g, c.pool(), [&](int64_t image, int64_t at, int64_t h0, int64_t h1, int64_t w0, int64_t w1) {
    int32_t count = static_cast<int32_t>((h1 - h0) * (w1 - w0)), half = count / 2;
    for (int64_t c0 = 0; c0 < g.out_c; c0 += kBlock) {
      int64_t n = std::min(kBlock, g.out_c - c0);
      int32_t sum[kBlock];
      SumWindow(g, x + image * g.in_h * g.in_w * g.in_c, h0, h1, w0, w1, c0, n, sum);
      T* y = out + at + c0;
      for (int64_t i = 0; i < n; ++i) {
        int32_t v = (sum[i] + (sum[i] > 0 ? half : -half)) / count;
        y[i] = static_cast<T>(std::clamp(v, s.range.lo, s.range.hi));
      }
    }
  });
  return Code::kOk;
}

template <class T>
Kernel PrepareQuant(const QuantState& s) {
  return interpreter::MakeKernel(s, [](const QuantState& state, EvalContext& ctx) { return EvalQuant<T>(state, ctx); });
}

}  // namespace

Result<Kernel> Prepare(const AveragePool2D& op, interpreter::PrepareContext& c) {
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), op.filter_h, op.filter_w, WindowOf(op));
  if (c.in(0).dtype == DType::kF32) {
    FloatState s{g, 0, 0};
    ActivationRange(op.activation, &s.lo, &s.hi);
    return interpreter::MakeKernel(s, [](const FloatState& state, EvalContext& ctx) { return EvalFloat(state, ctx); });
  }
  QuantState q{g, QuantizedActivationRange(op.activation, c.out(0).dtype, c.out(0).quant)};
  switch (c.in(0).dtype) {
    case DType::kI8:
      return PrepareQuant<int8_t>(q);
    case DType::kU8:
      return PrepareQuant<uint8_t>(q);
    case DType::kI16:
      return PrepareQuant<int16_t>(q);
    default:
      return interpreter::NoKernelFor("AveragePool2D", c);
  }
}

}  // namespace slipway::ops
