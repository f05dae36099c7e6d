#include <algorithm>

#include "interpreter/convolution/transpose_conv_f32.h"
#include "interpreter/kernel.h"
#include "ops/transpose_conv_bias/transpose_conv_bias.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Kernel;
using interpreter::TransposeConvF32;

namespace {

struct State {
  TransposeConvF32 conv;
  Buffer packed;  // empty: the filter is packed at each invoke, into scratch
};

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

Code Eval(const State& s, EvalContext& c) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  std::byte* scratch = c.scratch();
  const float* packed = reinterpret_cast<const float*>(s.packed.data());
  if (!packed) {
    float* to = reinterpret_cast<float*>(scratch);
    s.conv.PackFilter(c.In<float>(1), to, &c.pool());
    packed = to;
    scratch += Aligned(4 * static_cast<size_t>(s.conv.packed_elements()));
  }
  s.conv.Run(c.In<float>(0), packed, c.In<float>(2), -inf, inf, c.Out<float>(0), scratch, c.pool());
  return Code::kOk;
}

}  // namespace

Result<Kernel> Prepare(const TransposeConvBias& op, interpreter::PrepareContext& c) {
  const Shape &x = c.in_shape(0), &y = c.out_shape(0);
  FilterDims f = ConvFilterDims(c.in_shape(1), FilterLayout::kTflite);
  ConvGeometry g = MakeGeometry(y, x, f.h, f.w, WindowOf(op));
  g.pad_top = TransposeConvBiasCut(op.padding, x[1], f.h, op.stride_h) / 2;
  g.pad_left = TransposeConvBiasCut(op.padding, x[2], f.w, op.stride_w) / 2;
  State s{TransposeConvF32(g, f, FilterLayout::kTflite, 1, c.num_threads()), {}};
  size_t packed_bytes = 4 * static_cast<size_t>(s.conv.packed_elements()), scratch = s.conv.scratch_bytes();
  if (const Tensor* filter = c.constant(1)) {
    s.packed = Buffer::Allocate(std::max<size_t>(packed_bytes, 64));
    s.conv.PackFilter(filter->as<float>().data(), reinterpret_cast<float*>(s.packed.mutable_data()), nullptr);
  } else {
    scratch += Aligned(packed_bytes);
  }
  Kernel k = interpreter::MakeKernel(std::move(s), [](const State& state, EvalContext& e) { return Eval(state, e); });
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace slipway::ops
