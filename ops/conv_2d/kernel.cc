#include <algorithm>

#include "interpreter/convolution/conv_f32.h"
#include "interpreter/convolution/quantized_conv.h"
#include "interpreter/kept.h"
#include "interpreter/kernel.h"
#include "ops/conv_2d/conv_2d.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::ConvF32;
using interpreter::EvalContext;
using interpreter::Keeps;
using interpreter::Kernel;
using interpreter::Product;

namespace {

struct FloatState {
  ConvF32 conv;
  float lo, hi;
  bool bias;
  Buffer packed;  // empty: the filter is packed at each invoke, into scratch
};

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

Code EvalFloat(const FloatState& s, EvalContext& c) {
  std::byte* scratch = c.scratch();
  const float* packed = reinterpret_cast<const float*>(s.packed.data());
  if (!packed) {
    float* to = reinterpret_cast<float*>(scratch);
    s.conv.PackFilter(c.In<float>(1), to, &c.pool());
    packed = to;
    scratch += Aligned(4 * static_cast<size_t>(s.conv.packed_elements()));
  }
  s.conv.Run(c.In<float>(0), packed, s.bias ? c.In<float>(2) : nullptr, s.lo, s.hi, c.Out<float>(0), scratch, c.pool());
  return Code::kOk;
}

Result<Kernel> PrepareFloat(const Conv2D& op, const ConvGeometry& g, interpreter::PrepareContext& c) {
  FloatState s{ConvF32(g, op.layout, c.num_threads()), 0, 0, false, {}};
  ActivationRange(op.activation, &s.lo, &s.hi);
  s.bias = c.Has(2);
  size_t packed_bytes = 4 * static_cast<size_t>(s.conv.packed_elements()), scratch = s.conv.scratch_bytes();
  if (const Tensor* filter = c.constant(1)) {
    s.packed = Buffer::Allocate(std::max<size_t>(packed_bytes, 64));
    s.conv.PackFilter(filter->as<float>().data(), reinterpret_cast<float*>(s.packed.mutable_data()), nullptr);
  } else {
    scratch += Aligned(packed_bytes);
  }
  Kernel k = interpreter::MakeKernel(std::move(s),
                                     [](const FloatState& state, EvalContext& ctx) { return EvalFloat(state, ctx); });
  k.scratch_bytes = scratch;
  if (c.constant(1)) k.unread = 1u << 1;
  return k;
}

// TFLite takes several scales that are all the same for one, and then x has no zero point.
bool HasScales(const Quantization& q) {
  return std::any_of(q.scale.begin(), q.scale.end(), [&](float s) { return s != q.scale[0]; });
}

}  // namespace

Result<Kernel> Prepare(const Conv2D& op, interpreter::PrepareContext& c) {
  FilterDims f = ConvFilterDims(c.in_shape(1), op.layout);
  ConvGeometry g = MakeGeometry(c.in_shape(0), c.out_shape(0), f.h, f.w, WindowOf(op));
  g.filter_c = f.in;
  if (Keeps(Product::kFloat) && c.in(0).dtype == DType::kF32 && c.in(1).dtype == DType::kF32)
    return PrepareFloat(op, g, c);
  bool dynamic = interpreter::IsDynamicConv(c, 0, 1);
  if (dynamic || interpreter::IsQuantizedConv(c, 0, 1)) {
    interpreter::QuantizedConv q{interpreter::ConvWindows(g)};
    q.filter_shape = c.in_shape(1);
    q.layout = op.layout;
    q.activation = op.activation;
    return dynamic ? interpreter::PrepareDynamicConv(q, HasScales(c.in(1).quant), c)
                   : interpreter::PrepareQuantizedConv(q, c);
  }
  return interpreter::NoKernelFor("Conv2D", c);
}

}  // namespace slipway::ops
