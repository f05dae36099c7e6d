#include "ops/convolution.h"

#include <limits>

namespace slipway::ops {

namespace {

constexpr int64_t kMaxSize = std::numeric_limits<int32_t>::max();

Status CheckSize(int64_t v, const char* what) {
  if (v > kMaxSize) return BadInput(what, " is ", v, ", expected less than 2^31");
  return OkStatus();
}

}  // namespace

ConvGeometry MakeGeometry(const Shape& in, const Shape& out, int64_t filter_h, int64_t filter_w,
                          const WindowAttributes& a) {
  ConvGeometry g;
  g.batch = in[0];
  g.in_h = in[1];
  g.in_w = in[2];
  g.in_c = in[3];
  g.filter_h = filter_h;
  g.filter_w = filter_w;
  g.out_h = out[1];
  g.out_w = out[2];
  g.out_c = out[3];
  g.stride_h = a.stride_h;
  g.stride_w = a.stride_w;
  g.dilation_h = a.dilation_h;
  g.dilation_w = a.dilation_w;
  g.pad_top = Window{g.in_h, filter_h, a.stride_h, a.dilation_h, a.padding}.PadBefore();
  g.pad_left = Window{g.in_w, filter_w, a.stride_w, a.dilation_w, a.padding}.PadBefore();
  return g;
}

FilterDims ConvFilterDims(const Shape& f, FilterLayout layout) {
  if (!f.has_rank()) return {};
  if (layout == FilterLayout::kTf) return {f[0], f[1], f[2], f[3]};
  return {f[1], f[2], f[3], f[0]};
}

FilterDims TransposeConvFilterDims(const Shape& f, FilterLayout layout) {
  if (!f.has_rank()) return {};
  if (layout == FilterLayout::kTf) return {f[0], f[1], f[3], f[2]};
  return {f[1], f[2], f[3], f[0]};
}

FilterDims DepthwiseFilterDims(const Shape& f, FilterLayout layout) {
  if (!f.has_rank()) return {.in = 1};
  if (layout == FilterLayout::kTflite) return {f[1], f[2], 1, f[3]};
  return {f[0], f[1], 1, f[2] < 0 || f[3] < 0 ? -1 : f[2] * f[3]};
}

Status CheckRank4(const Shape& s, const char* what) {
  if (s.has_rank() && s.rank() != 4) return BadInput(what, " has shape ", s, ", expected rank 4");
  return OkStatus();
}

Status CheckWindow(const WindowAttributes& a, const FilterDims& f) {
  RETURN_IF_ERROR(CheckPositive(a.stride_h, "the vertical stride"));
  RETURN_IF_ERROR(CheckPositive(a.stride_w, "the horizontal stride"));
  RETURN_IF_ERROR(CheckPositive(a.dilation_h, "the vertical dilation"));
  RETURN_IF_ERROR(CheckPositive(a.dilation_w, "the horizontal dilation"));
  if (f.h != -1) RETURN_IF_ERROR(CheckPositive(f.h, "the filter's height"));
  if (f.w != -1) RETURN_IF_ERROR(CheckPositive(f.w, "the filter's width"));
  if (f.in != -1) RETURN_IF_ERROR(CheckPositive(f.in, "the filter's number of input channels"));
  return OkStatus();
}

Status CheckClampActivation(Activation a) {
  if (a == Activation::kTanh || a == Activation::kSignBit)
    return Unsupported("the fused activation ", EnumNames(a)[static_cast<size_t>(a)],
                       " is not one of NONE, RELU, RELU_N1_TO_1, RELU6");
  return OkStatus();
}

Result<OutputSize> ForwardOutputSize(int64_t in_h, int64_t in_w, const FilterDims& f, const WindowAttributes& a) {
  RETURN_IF_ERROR(CheckSize(in_h, "the input's height"));
  RETURN_IF_ERROR(CheckSize(in_w, "the input's width"));
  Window h{in_h, f.h, a.stride_h, a.dilation_h, a.padding}, w{in_w, f.w, a.stride_w, a.dilation_w, a.padding};
  if (!h.Fits() || !w.Fits())
    return BadInput("the window of ", h.EffectiveFilter(), " x ", w.EffectiveFilter(),
                    " elements is larger than the input of ", in_h, " x ", in_w, " and padding is VALID");
  return OutputSize{h.Output(), w.Output()};
}

Result<Shape> CheckedShape(std::initializer_list<int64_t> dims) {
  return Shape::FromDims(std::span<const int64_t>(dims.begin(), dims.size()));
}

Status CheckWeightedTypes(Inputs in, int x, int weights, int bias) {
  DType t = in.dtype(x), w = in.dtype(weights);
  bool narrow = w == DType::kI8 || w == DType::kI4;
  bool fits = false;
  if (IsFloat(t)) fits = w == t || (t == DType::kF32 && (narrow || w == DType::kU8));
  if (t == DType::kI8 || t == DType::kI16) fits = narrow || (t == DType::kI16 && w == t);
  if (t == DType::kU8) fits = w == DType::kU8;
  if (!fits) return BadInput("x is ", t, " and the weights are ", w, ", which no kernel combines");
  if (!in.Has(bias)) return OkStatus();
  DType b = in.dtype(bias);
  bool bias_fits = IsFloat(t) ? b == t : b == DType::kI32 || (t == DType::kI16 && b == DType::kI64);
  if (!bias_fits)
    return BadInput("the bias is ", b, ", expected ", IsFloat(t) ? t : DType::kI32, " for ", t, " operands");
  return OkStatus();
}

Status CheckBias(Inputs in, int bias, int64_t channels) {
  if (!in.Has(bias)) return OkStatus();
  const Shape& b = in.shape(bias);
  if (!b.IsStatic() || channels < 0) return OkStatus();
  if (b.Elements() != channels) return BadInput("the bias has shape ", b, ", expected ", channels, " elements");
  return OkStatus();
}

Status CheckShapeOperand(Inputs in, int i) {
  const Shape& s = in.shape(i);
  if (in.dtype(i) != DType::kI32 && in.dtype(i) != DType::kI64)
    return BadInput("the shape operand is ", in.dtype(i), ", expected i32 or i64");
  if (s.has_rank() && (s.rank() != 1 || (s[0] != -1 && s[0] != 4)))
    return BadInput("the shape operand has shape ", s, ", expected [4]");
  return OkStatus();
}

Result<Shape> ShapeOperand(Inputs in, int i) {
  std::optional<std::vector<int64_t>> dims = in.Ints(i);
  if (!dims) return Shape{-1, -1, -1, -1};
  for (int64_t d : *dims)
    if (d < 0) return BadInput("the shape operand has the negative dimension ", d);
  return Shape::FromDims(*dims);
}

Status CheckSameFloat(Inputs in, int a, int b) {
  if (!IsFloat(in.dtype(a)) || in.dtype(a) != in.dtype(b))
    return BadInput("operands are ", in.dtype(a), " and ", in.dtype(b), ", expected one float type");
  return OkStatus();
}

Status CheckBackwardShape(const Shape& x, const Shape& dy, const FilterDims& f, const WindowAttributes& a) {
  if (!x.has_rank() || !dy.has_rank()) return OkStatus();
  ASSIGN_OR_RETURN(OutputSize out, ForwardOutputSize(x[1], x[2], f, a));
  Shape expected = {x[0], out.h, out.w, dy[3]};
  if (!Compatible(expected, dy)) return BadInput("dy has shape ", dy, ", expected ", expected);
  return OkStatus();
}

Result<int64_t> MergeDims(int64_t a, int64_t b, const char* what) {
  if (a >= 0 && b >= 0 && a != b) return BadInput(what, " is ", a, " in one operand and ", b, " in another");
  return a >= 0 ? a : b;
}

}  // namespace slipway::ops
