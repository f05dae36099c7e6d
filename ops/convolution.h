#pragma once
// What convolutions, pools and their backward ops share: geometry, filter layouts and checks of untrusted sizes.
//
// Geometry is always told from the forward convolution: `in` is what it reads, `out` what it writes; a transposed
// convolution and the backward ops use the geometry of the forward convolution they turn around.

#include "ops/attributes.h"
#include "ops/infer.h"
#include "ops/places_inside.h"

namespace slipway::ops {

// Strides, dilations and padding of a 2-D window.
struct WindowAttributes {
  int64_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  Padding padding = Padding::kValid;
};

template <class T>
WindowAttributes WindowOf(const T& op) {
  WindowAttributes a{op.stride_h, op.stride_w, 1, 1, op.padding};
  if constexpr (requires { op.dilation_h; }) {
    a.dilation_h = op.dilation_h;
    a.dilation_w = op.dilation_w;
  }
  return a;
}

// Sizes of one static 2-D convolution or pool; NHWC.
struct ConvGeometry {
  int64_t batch = 0, in_h = 0, in_w = 0, in_c = 0;
  int64_t filter_h = 1, filter_w = 1;
  int64_t filter_c = 0;  // input channels of one group; pools: 0
  int64_t out_h = 0, out_w = 0, out_c = 0;
  int64_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  int64_t pad_top = 0, pad_left = 0;
  int64_t groups() const { return filter_c ? in_c / filter_c : 1; }
};

// The geometry of a forward convolution in -> out (static NHWC shapes) with a window of filter_h x filter_w.
ConvGeometry MakeGeometry(const Shape& in, const Shape& out, int64_t filter_h, int64_t filter_w,
                          const WindowAttributes&);

// Sizes of a filter of rank 4; -1 where unknown.
struct FilterDims {
  int64_t h = -1, w = -1, in = -1, out = -1;
};
// HWIO or OHWI.
FilterDims ConvFilterDims(const Shape& filter, FilterLayout layout);
// HWOI or OHWI, told from the transposed convolution: `in` are the channels it reads.
FilterDims TransposeConvFilterDims(const Shape& filter, FilterLayout layout);
// h, w, and out = C*M; `in` is 1 (each output channel reads one input channel).
FilterDims DepthwiseFilterDims(const Shape& filter, FilterLayout layout);

// Is a shape of unknown rank or of rank 4?
Status CheckRank4(const Shape&, const char* what);
// Strides, dilations, filter sizes: positive and below 2^31.
Status CheckWindow(const WindowAttributes&, const FilterDims&);
// An activation that clamps or does nothing; kTanh and kSignBit cannot be fused here.
Status CheckClampActivation(Activation);
// Height and width of a forward convolution's result (-1 where unknown). Refuses windows that do not fit (Window::Fits)
// and sizes of 2^31 and more.
struct OutputSize {
  int64_t h = -1, w = -1;
};
Result<OutputSize> ForwardOutputSize(int64_t in_h, int64_t in_w, const FilterDims&, const WindowAttributes&);
// A shape from dimensions that were multiplied together: refuses overflow.
Result<Shape> CheckedShape(std::initializer_list<int64_t> dims);
// Types of x, weights and bias of convolutions and fully connected layers:
//   float x: weights and bias of the same type; f32 x also with i8, u8 or i4 weights (dynamic range) and an f32 bias
//   i8 x: i8 or i4 weights, i32 bias   u8 x: u8 weights, i32 bias   i16 x: i8, i4 or i16 weights, i32 or i64 bias
Status CheckWeightedTypes(Inputs, int x, int weights, int bias);
// bias of shape [channels]; also where unknown.
Status CheckBias(Inputs, int bias, int64_t channels);
// An operand that says a shape of rank 4: an integer vector of 4 elements.
Status CheckShapeOperand(Inputs, int i);
// Its elements where constant (none negative), else four unknown dimensions.
Result<Shape> ShapeOperand(Inputs, int i);
// The first of two dimensions that is known; an error naming both if they contradict.
Result<int64_t> MergeDims(int64_t a, int64_t b, const char* what);

// Both operands have one float dtype.
Status CheckSameFloat(Inputs, int a, int b);
// Is dy what the forward window makes of an input of shape x (channels are not looked at)? Unknown parts fit.
Status CheckBackwardShape(const Shape& x, const Shape& dy, const FilterDims&, const WindowAttributes&);

// Calls f(kh, kw, ih, iw) for the window elements of output position (oh, ow) that lie inside the input.
template <class F>
void ForWindow(const ConvGeometry& g, int64_t oh, int64_t ow, F&& f) {
  const int64_t top = oh * g.stride_h - g.pad_top, left = ow * g.stride_w - g.pad_left;
  const PlacesInside rows(top, g.dilation_h, g.filter_h, g.in_h), columns(left, g.dilation_w, g.filter_w, g.in_w);
  for (int64_t kh = rows.first; kh < rows.end; ++kh)
    for (int64_t kw = columns.first; kw < columns.end; ++kw)
      f(kh, kw, top + kh * g.dilation_h, left + kw * g.dilation_w);
}

// Gives result 0 of a reference the shape that an operand says; fails the reference if that is no shape of rank 4.
template <class Args>
bool ResizeTo(Args& a, const std::vector<int64_t>& dims) {
  bool good = dims.size() == 4;
  for (int64_t d : dims) good &= d >= 0;
  if (good) {
    Result<Shape> shape = Shape::FromDims(dims);
    good = shape.ok();
    if (good && !a.Resize(0, *shape)) return false;
  }
  if (!good) a.Fail("the shape operand holds no shape of rank 4");
  return good;
}

// Clamps to the range of an activation, for references.
template <class T>
T Activate(Activation a, T v) {
  if (a == Activation::kNone) return v;
  float lo, hi;
  ActivationRange(a, &lo, &hi);
  if (v < T(lo)) return T(lo);
  if (a != Activation::kRelu && v > T(hi)) return T(hi);
  return v;
}

}  // namespace slipway::ops
