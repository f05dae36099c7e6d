#include <algorithm>

#include "interpreter/convolution/pool.h"
#include "interpreter/kernel.h"
#include "ops/average_pool_2d/average_pool_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;

namespace {

// Pixels of one window of one image.
template <class T>
struct Window {
  const T* first;
  int64_t rows, columns, row_step, channels;
};

// Sums of kBlock channels from c on, which stay in registers; f(channel, sum) takes them.
template <int kBlock, class Sum, class T, class F>
void SumBlock(const Window<T>& w, int64_t c, const F& f) {
  Sum sum[kBlock] = {};
  for (int64_t h = 0; h < w.rows; ++h)
    for (int64_t i = 0; i < w.columns; ++i) {
      const T* __restrict from = w.first + h * w.row_step + i * w.channels + c;
      for (int k = 0; k < kBlock; ++k) sum[k] += static_cast<Sum>(from[k]);
    }
  for (int k = 0; k < kBlock; ++k) f(c + k, sum[k]);
}

// f(channel, sum) for all channels.
template <class Sum, class T, class F>
void SumWindow(const ConvGeometry& g, const T* image, int64_t h0, int64_t h1, int64_t w0, int64_t w1, const F& f) {
  constexpr int kLarge = 32, kSmall = 8;
  const Window<T> w{image + (h0 * g.in_w + w0) * g.in_c, h1 - h0, w1 - w0, g.in_w * g.in_c, g.in_c};
  int64_t c = 0;
  for (; c + kLarge <= g.in_c; c += kLarge) SumBlock<kLarge, Sum>(w, c, f);
  for (; c + kSmall <= g.in_c; c += kSmall) SumBlock<kSmall, Sum>(w, c, f);
  for (; c < g.in_c; ++c) SumBlock<1, Sum>(w, c, f);
}

struct FloatState {
  ConvGeometry g;
  float lo, hi;
};

Code EvalFloat(const FloatState& s, EvalContext& e) {
  const ConvGeometry& g = s.g;
  const float* x = e.In<float>(0);
  float* out = e.Out<float>(0);
  interpreter::ForPooled(g, e.pool(), [&](int64_t image, int64_t at, int64_t h0, int64_t h1, int64_t w0, int64_t w1) {
    const float count = static_cast<float>((h1 - h0) * (w1 - w0)), lo = s.lo, hi = s.hi;
    float* y = out + at;
    SumWindow<float>(g, x + image * g.in_h * g.in_w * g.in_c, h0, h1, w0, w1, [=](int64_t c, float sum) {
      float v = sum / count;
      v = v < lo ? lo : v;
      y[c] = v > hi ? hi : v;
    });
  });
  return Code::kOk;
}

struct QuantState {
  ConvGeometry g;
  CodeRange range;
};

// The mean of codes, halves away from zero.
template <class T>
Code EvalQuant(const QuantState& s, EvalContext& e) {
  const ConvGeometry& g = s.g;
  const T* x = e.In<T>(0);
  T* out = e.Out<T>(0);
  interpreter::ForPooled(g, e.pool(), [&](int64_t image, int64_t at, int64_t h0, int64_t h1, int64_t w0, int64_t w1) {
    const int32_t count = static_cast<int32_t>((h1 - h0) * (w1 - w0)), half = count / 2;
    const CodeRange range = s.range;
    T* y = out + at;
    SumWindow<int32_t>(g, x + image * g.in_h * g.in_w * g.in_c, h0, h1, w0, w1, [=](int64_t c, int32_t sum) {
      const int32_t v = (sum + (sum > 0 ? half : -half)) / count;
      y[c] = static_cast<T>(std::clamp(v, range.lo, range.hi));
    });
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
