#include <algorithm>
#include <cmath>
#include <span>

#include "interpreter/convolution/quantized_conv.h"
#include "interpreter/gemm/dot_f32.h"
#include "interpreter/gemm/f32.h"
#include "interpreter/kept.h"
#include "interpreter/kernel.h"
#include "ops/convolution.h"
#include "ops/fully_connected/fully_connected.h"
#include "ops/fully_connected/kernel_quant.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Keeps;
using interpreter::Kernel;
using interpreter::Product;
namespace gemm = interpreter::gemm;

namespace {

struct FloatState {
  int64_t rows, depth, out;
  float lo, hi;
  bool bias;
  Buffer packed;  // empty: the weights are packed at each invoke, into scratch
};

void Pack(const FloatState& s, const float* weights, float* packed, int64_t begin, int64_t end) {
  gemm::PackF32(gemm::BestTilesF32(), weights, 1, s.depth, s.depth, s.out, begin, end, packed);
}

Code EvalFloat(const FloatState& s, EvalContext& c) {
  const float* packed = reinterpret_cast<const float*>(s.packed.data());
  if (!packed) {
    float* to = reinterpret_cast<float*>(c.scratch());
    int64_t columns = gemm::BestTilesF32().columns;
    c.pool().ForRange((s.out + columns - 1) / columns, 1, [&](int64_t begin, int64_t end) {
      Pack(s, c.In<float>(1), to, begin * columns, std::min(s.out, end * columns));
    });
    packed = to;
  }
  gemm::GemmF32 g;
  g.m = s.rows;
  g.n = g.c_row = s.out;
  g.k = g.a_row = s.depth;
  g.a = c.In<float>(0);
  g.b = packed;
  g.c = c.Out<float>(0);
  g.bias = s.bias ? c.In<float>(2) : nullptr;
  g.lo = s.lo;
  g.hi = s.hi;
  gemm::RunGemmF32(g, c.pool());
  return Code::kOk;
}

// One row and few outputs: weights are read where they lie.
bool IsDots(const FloatState& s) {
  constexpr int64_t kFewOutputs = 32, kLeastDepth = 64;
  return s.rows == 1 && s.out <= kFewOutputs && s.depth >= kLeastDepth;
}

Kernel DotsKernel(FloatState s) {
  return interpreter::MakeKernel(std::move(s), [](const FloatState& state, EvalContext& c) {
    gemm::BestDotsF32()({.x = c.In<float>(0),
                         .w = c.In<float>(1),
                         .depth = state.depth,
                         .outputs = state.out,
                         .bias = state.bias ? c.In<float>(2) : nullptr,
                         .lo = state.lo,
                         .hi = state.hi,
                         .y = c.Out<float>(0)});
    return Code::kOk;
  });
}

Kernel PrepareFloat(const FullyConnected& op, interpreter::PrepareContext& c) {
  FloatState s{};
  s.out = c.in_shape(1)[0];
  s.depth = c.in_shape(1)[1];
  s.rows = RowsOf(c.in_shape(0), s.depth);
  ActivationRange(op.activation, &s.lo, &s.hi);
  s.bias = c.Has(2);
  if (IsDots(s)) return DotsKernel(std::move(s));
  size_t bytes = 4 * static_cast<size_t>(gemm::PackedElementsF32(gemm::BestTilesF32(), s.depth, s.out));
  const Tensor* weights = c.constant(1);
  if (weights) {
    s.packed = Buffer::Allocate(std::max<size_t>(bytes, 64));
    Pack(s, weights->as<float>().data(), reinterpret_cast<float*>(s.packed.mutable_data()), 0, s.out);
  }
  Kernel k = interpreter::MakeKernel(std::move(s),
                                     [](const FloatState& state, EvalContext& ctx) { return EvalFloat(state, ctx); });
  k.scratch_bytes = weights ? 0 : bytes;
  if (weights) k.unread = 1u << 1;
  return k;
}

// A 1 x 1 convolution; rows are images, whose codes have one scale each, when they are quantized at run time.
Result<Kernel> PrepareAsConv(const FullyConnected& op, bool dynamic, interpreter::PrepareContext& c) {
  int64_t out = c.in_shape(1)[0], depth = c.in_shape(1)[1], rows = RowsOf(c.in_shape(0), depth);
  int64_t images = dynamic ? rows : 1, pixels = dynamic ? 1 : rows;
  ConvGeometry g = MakeGeometry({images, 1, pixels, depth}, {images, 1, pixels, out}, 1, 1, {});
  g.filter_c = depth;
  interpreter::QuantizedConv q{interpreter::ConvWindows(g)};
  q.filter_shape = {out, 1, 1, depth};
  q.activation = op.activation;
  q.exact = gemm::Requantize::Rounding::kOnce;
  return dynamic ? interpreter::PrepareDynamicConv(q, op.asymmetric_quantize_inputs, c)
                 : interpreter::PrepareQuantizedConv(q, c);
}

Result<Kernel> PrepareClamped(const FullyConnected& op, interpreter::PrepareContext& c) {
  if (Keeps(Product::kFloat) && c.in(0).dtype == DType::kF32 && c.in(1).dtype == DType::kF32)
    return PrepareFloat(op, c);
  if (Keeps(Product::kBytes) && c.out(0).dtype != c.in(0).dtype) return PrepareFullyConnectedWords(op, c);
  bool dynamic = interpreter::IsDynamicConv(c, 0, 1);
  if (dynamic || interpreter::IsQuantizedConv(c, 0, 1)) return PrepareAsConv(op, dynamic, c);
  return interpreter::NoKernelFor("FullyConnected", c);
}

// A layer whose activation is a function of what it gives without.
struct Activated {
  Kernel layer;
  Activation activation;
  int64_t elements;
};

Code EvalActivated(const Activated& s, EvalContext& c) {
  if (Code code = s.layer.eval(s.layer.state.get(), c); code != Code::kOk) return code;
  for (float& y : std::span(c.Out<float>(0), static_cast<size_t>(s.elements)))
    y = s.activation == Activation::kTanh ? std::tanh(y) : static_cast<float>(std::signbit(y));
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const FullyConnected& op, interpreter::PrepareContext& c) {
  if (op.activation != Activation::kTanh && op.activation != Activation::kSignBit) return PrepareClamped(op, c);
  FullyConnected plain = op;
  plain.activation = Activation::kNone;
  ASSIGN_OR_RETURN(Kernel layer, PrepareClamped(plain, c));
  Kernel k = interpreter::MakeKernel(Activated{layer, op.activation, c.out_shape(0).Elements()},
                                     [](const Activated& s, EvalContext& e) { return EvalActivated(s, e); });
  layer.eval = k.eval;
  layer.state = std::move(k.state);
  return layer;
}

}  // namespace slipway::ops
