#include <algorithm>

#include "interpreter/convolution/quantized_conv.h"
#include "interpreter/convolution/transpose_conv_f32.h"
#include "interpreter/kept.h"
#include "interpreter/kernel.h"
#include "interpreter/late_kernel.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

using interpreter::Code;
using interpreter::EvalContext;
using interpreter::Keeps;
using interpreter::Kernel;
using interpreter::Product;
using interpreter::TransposeConvF32;

namespace {

struct FloatState {
  TransposeConvF32 conv;
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
  s.conv.Run(c.In<float>(2), packed, s.bias ? c.In<float>(3) : nullptr, s.lo, s.hi, c.Out<float>(0), scratch, c.pool());
  return Code::kOk;
}

Kernel PrepareFloat(const TransposeConv& op, const ConvGeometry& g, const FilterDims& f,
                    interpreter::PrepareContext& c) {
  FloatState s{TransposeConvF32(g, f, op.layout, op.groups, c.num_threads()), 0, 0, c.Has(3), {}};
  ActivationRange(op.activation, &s.lo, &s.hi);
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

// An output shape that is known only at run time: everything is sized in Eval.
struct OpenState {
  TransposeConv op;
  interpreter::LateContext context;
};

Result<Shape> OutputShape(const OpenState& s, const void* elements) {
  const TensorType& type = s.context.in(0);
  Tensor shape(type, Buffer::View(nullptr, elements, DTypeBytes(type.dtype, 4)));
  std::vector<InferInput> in = {{&type, &shape}, {&s.context.in(1)}, {&s.context.in(2)}};
  if (s.context.Has(3)) in.push_back({&s.context.in(3)});
  ASSIGN_OR_RETURN(TensorTypes types, Infer(s.op, Inputs(in)));
  return types[0].shape;
}

Code EvalOpen(const OpenState& s, EvalContext& c) {
  Result<Shape> y = OutputShape(s, c.In<void>(0));
  if (!y.ok()) return c.Fail(Code::kBadShape, y.status().message());
  if (Code code = c.Resize(0, *y); code != Code::kOk) return code;
  interpreter::LateContext context = s.context;
  context.SetShape(0, *y);
  Result<Kernel> kernel = Prepare(s.op, context);
  if (!kernel.ok()) return c.Fail(Code::kBadValue, kernel.status().message());
  return interpreter::RunLate(*kernel, c);
}

}  // namespace

Result<Kernel> Prepare(const TransposeConv& op, interpreter::PrepareContext& c) {
  if (!c.out_shape(0).IsStatic())
    return interpreter::MakeKernel(OpenState{op, interpreter::LateContext(c)},
                                   [](const OpenState& s, EvalContext& ctx) { return EvalOpen(s, ctx); });
  FilterDims f = TransposeConvFilterDims(c.in_shape(1), op.layout);
  ConvGeometry g = MakeGeometry(c.out_shape(0), c.in_shape(2), f.h, f.w, WindowOf(op));
  if (Keeps(Product::kFloat) && c.in(2).dtype == DType::kF32 && c.in(1).dtype == DType::kF32)
    return PrepareFloat(op, g, f, c);
  bool dynamic = interpreter::IsDynamicConv(c, 2, 1);
  if (dynamic || interpreter::IsQuantizedConv(c, 2, 1)) {
    interpreter::QuantizedConv q{interpreter::TransposeConvWindows(g, op.groups), 2, 1, 3};
    q.filter_shape = c.in_shape(1);
    q.layout = op.layout;
    q.transposed = true;
    q.activation = op.activation;
    return dynamic ? interpreter::PrepareDynamicConv(q, true, c) : interpreter::PrepareQuantizedConv(q, c);
  }
  return interpreter::NoKernelFor("TransposeConv", c);
}

}  // namespace slipway::ops
