#include "interpreter/xnnpack/window.h"
#include "ops/transpose_conv/transpose_conv.h"

namespace slipway::ops {

using interpreter::Size;
using interpreter::U32;

namespace {

// One axis: y = stride (x - 1) + adjustment + reach of the filter - padding.
struct Axis {
  int64_t before, after, adjustment;
};

Axis AxisOf(int64_t x, int64_t y, int64_t filter, int64_t stride, int64_t dilation, Padding padding) {
  Window forward{y, filter, stride, dilation, padding};
  int64_t before = forward.PadBefore(), full = stride * (x - 1) + forward.EffectiveFilter();
  int64_t after = std::max<int64_t>(0, full - before - y);
  return {before, after, y - (full - before - after)};
}

}  // namespace

Status ToXnn(const TransposeConv& op, interpreter::XnnBuilder& b) {
  const interpreter::PrepareContext& c = b.node();
  FilterDims f = TransposeConvFilterDims(c.in_shape(1), op.layout);
  const Shape &x = c.in_shape(2), &y = c.out_shape(0);
  if (op.layout == FilterLayout::kTf || op.groups != 1) return b.Refuse("a layout or groups that few models have");
  Axis h = AxisOf(x[1], y[1], f.h, op.stride_h, op.dilation_h, op.padding);
  Axis w = AxisOf(x[2], y[2], f.w, op.stride_w, op.dilation_w, op.padding);
  if (h.adjustment < 0 || h.adjustment >= op.stride_h || w.adjustment < 0 || w.adjustment >= op.stride_w)
    return b.Refuse("an output larger than the windows reach");
  // It makes a filter of its own for each residue of the stride.
  if (op.stride_h > y[1] || op.stride_w > y[2]) return b.Refuse("a stride beyond the output");
  uint32_t in = b.In(2), filter = b.Weights(1, {Size(f.out), Size(f.h), Size(f.w), Size(f.in)});
  uint32_t bias = b.Weights(3, {Size(f.out)}), out = b.Out();
  float lo, hi;
  ActivationRange(op.activation, &lo, &hi);
  return b.Define(xnn_define_deconvolution_2d(
      b.graph(), U32(h.before), U32(w.after), U32(h.after), U32(w.before), U32(h.adjustment), U32(w.adjustment),
      U32(f.h), U32(f.w), U32(op.stride_h), U32(op.stride_w), U32(op.dilation_h), U32(op.dilation_w), 1, Size(f.in),
      Size(f.out), lo, hi, in, filter, bias, out, 0));
}

}  // namespace slipway::ops
