#include "interpreter/convolution/quantized_conv.h"

#include <algorithm>

#include "interpreter/convolution/conv_i16.h"
#include "interpreter/convolution/conv_i8.h"
#include "interpreter/convolution/depthwise_quant.h"
#include "interpreter/convolution/dynamic_quantize.h"
#include "interpreter/kept.h"
#include "interpreter/late_kernel.h"

namespace slipway::interpreter {

namespace {

using Rounding = gemm::Requantize::Rounding;

// What stays fixed when filter or bias are known only at run time.
struct Types {
  QuantizedConv conv;
  TensorType x, filter, bias, y;
  bool has_bias;
  Rounding rounding;
};

ConvI8 MakeI8(const Types& t, const Tensor& filter, const int32_t* bias, int threads) {
  const QuantizedConv& q = t.conv;
  return ConvI8(q.windows,
                MakePartsI8(q.windows, filter, q.layout, q.transposed, bias, t.x, t.y, q.activation, t.rounding,
                            t.x.dtype == DType::kU8 && q.exact == Rounding::kTwice),
                t.x.dtype, t.x.quant.zero_point[0], threads);
}

// 8-bit weights around a zero point as 16-bit ones around 0.
Tensor AroundZero(const Tensor& filter) {
  const Quantization& q = filter.type().quant;
  Tensor wide(TensorType(DType::kI16, filter.shape(), Quantization{q.scale, {0}, 0}));
  std::vector<int64_t> codes = filter.AsInts();
  std::transform(codes.begin(), codes.end(), wide.as<int16_t>().begin(),
                 [&](int64_t code) { return static_cast<int16_t>(code - q.zero_point[0]); });
  return wide;
}

ConvI16 MakeI16(const Types& t, const Tensor& filter, const Tensor* bias, int threads) {
  const QuantizedConv& q = t.conv;
  if (t.filter.quant.zero_point.size() == 1 && t.filter.quant.zero_point[0] != 0) {
    Types around = t;
    around.filter.quant.zero_point[0] = 0;
    return MakeI16(around, AroundZero(filter), bias, threads);
  }
  ops::CodeRange range = ops::QuantizedActivationRange(q.activation, t.y.dtype, t.y.quant);
  using Rounding16 = gemm::Words::Rounding;
  bool wide = t.filter.dtype == DType::kI16, narrow = t.has_bias && t.bias.dtype == DType::kI32;
  Rounding16 rounding = !wide && q.exact == Rounding::kOnce ? Rounding16::kOnce
                        : !wide && narrow                   ? Rounding16::kTwice
                                                            : Rounding16::kWide;
  WordOutput output{rounding, static_cast<int32_t>(t.y.quant.zero_point[0]), range.lo, range.hi};
  return ConvI16(q.windows, MakePartsI16(q.windows, filter, q.layout, q.transposed, bias, t.x, t.y, output), threads);
}

Tensor ViewOf(const TensorType& type, const void* data) {
  return Tensor(type, Buffer::View(nullptr, data, DTypeBytes(type.dtype, static_cast<size_t>(type.shape.Elements()))));
}

// Packs and runs.
Code EvalLate(const Types& t, EvalContext& c) {
  const QuantizedConv& q = t.conv;
  Tensor filter = ViewOf(t.filter, c.In<void>(q.filter)), bias;
  if (t.has_bias) bias = ViewOf(t.bias, c.In<void>(q.bias));
  int threads = c.pool().num_threads();
  if (Keeps(Product::kWords) && t.x.dtype == DType::kI16) {
    ConvI16 conv = MakeI16(t, filter, t.has_bias ? &bias : nullptr, threads);
    Buffer scratch = Buffer::Allocate(conv.scratch_bytes());
    conv.Run(c.In<int16_t>(q.x), c.Out<int16_t>(0), scratch.mutable_data(), c.pool());
    return Code::kOk;
  }
  ConvI8 conv = MakeI8(t, filter, t.has_bias ? bias.as<int32_t>().data() : nullptr, threads);
  Buffer scratch = Buffer::Allocate(conv.scratch_bytes());
  conv.Run(c.In<void>(q.x), c.Out<void>(0), scratch.mutable_data(), c.pool());
  return Code::kOk;
}

Status CheckQuantization(const TensorType& x, const TensorType& filter, const TensorType& y, int64_t outputs) {
  auto one = [](const Quantization& q) { return q.scale.size() == 1 && q.zero_point.size() == 1; };
  if (!one(x.quant) || !one(y.quant))
    return BadInput("x and the result of a quantized convolution need one scale and zero point each");
  size_t scales = filter.quant.scale.size();
  if ((scales != 1 && scales != static_cast<size_t>(outputs)) || filter.quant.zero_point.size() != scales)
    return BadInput("the filter has ", scales, " scales, expected 1 or ", outputs);
  if (y.dtype != x.dtype) return Unsupported("a quantized convolution from ", x.dtype, " to ", y.dtype);
  int64_t weights_zero = 0;
  for (int64_t z : filter.quant.zero_point) weights_zero |= z;
  if (scales > 1 && weights_zero) return Unsupported("a filter with a scale per channel and zero points other than 0");
  if (x.dtype == DType::kI16 && (x.quant.zero_point[0] || y.quant.zero_point[0]))
    return Unsupported("16-bit activations with zero points other than 0");
  if (x.dtype == DType::kI16 && (filter.quant.zero_point[0] < -128 || filter.quant.zero_point[0] > 255))
    return Unsupported("weights whose zero point is no code");
  if (filter.dtype == DType::kI16 && weights_zero) return Unsupported("16-bit weights with a zero point other than 0");
  return OkStatus();
}

template <class Conv>
struct ConvState {
  Conv conv;
  int x;
};

void RunConv(const ConvState<ConvI8>& s, EvalContext& c) {
  s.conv.Run(c.In<void>(s.x), c.Out<void>(0), c.scratch(), c.pool());
}
void RunConv(const ConvState<ConvI16>& s, EvalContext& c) {
  s.conv.Run(c.In<int16_t>(s.x), c.Out<int16_t>(0), c.scratch(), c.pool());
}

template <class Conv>
Kernel MakeConvKernel(Conv conv, int x) {
  size_t scratch = conv.scratch_bytes();
  Kernel k = MakeKernel(ConvState<Conv>{std::move(conv), x}, [](const ConvState<Conv>& s, EvalContext& c) {
    RunConv(s, c);
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  return k;
}

}  // namespace

bool IsQuantizedConv(const PrepareContext& c, int x, int filter) {
  DType t = c.in(x).dtype, w = c.in(filter).dtype;
  bool bytes = Keeps(Product::kBytes) && (t == DType::kI8 || t == DType::kU8);
  return (bytes || (Keeps(Product::kWords) && t == DType::kI16)) &&
         (w == DType::kI8 || w == DType::kU8 || w == DType::kI4 || (w == DType::kI16 && w == t));
}

Result<Kernel> PrepareQuantizedConv(const QuantizedConv& conv, const PrepareContext& c) {
  Types t{conv, c.in(conv.x), c.in(conv.filter), {}, c.out(0), c.Has(conv.bias), Rounding::kNearest};
  t.filter.shape = conv.filter_shape;
  if (t.has_bias) t.bias = c.in(conv.bias);
  if (c.exact()) t.rounding = conv.exact;
  RETURN_IF_ERROR(CheckQuantization(t.x, t.filter, t.y, conv.windows.out_c));
  const Tensor *filter = c.constant(conv.filter), *bias = t.has_bias ? c.constant(conv.bias) : nullptr;
  if (!filter || (t.has_bias && !bias))
    return MakeKernel(std::move(t), [](const Types& types, EvalContext& ctx) { return EvalLate(types, ctx); });
  Tensor weights(t.filter, filter->buffer());
  if (Keeps(Product::kWords) && t.x.dtype == DType::kI16)
    return MakeConvKernel(MakeI16(t, weights, bias, c.num_threads()), conv.x);
  return MakeConvKernel(MakeI8(t, weights, bias ? bias->as<int32_t>().data() : nullptr, c.num_threads()), conv.x);
}

namespace {

struct DepthwiseTypes {
  ops::ConvGeometry g;
  TensorType x, filter, bias, y;
  ops::Activation activation;
  bool has_bias, exact;
};

DepthwiseQuant MakeDepthwise(const DepthwiseTypes& t, const Tensor& filter, const Tensor* bias, int threads) {
  return DepthwiseQuant(t.g, t.x.dtype, static_cast<int32_t>(t.x.quant.zero_point[0]),
                        MakeDepthwiseWeights(t.g, filter, bias, t.x, t.y, t.activation, t.exact), threads);
}

Code EvalLateDepthwise(const DepthwiseTypes& t, EvalContext& c) {
  Tensor filter = ViewOf(t.filter, c.In<void>(1)), bias;
  if (t.has_bias) bias = ViewOf(t.bias, c.In<void>(2));
  DepthwiseQuant conv = MakeDepthwise(t, filter, t.has_bias ? &bias : nullptr, c.pool().num_threads());
  Buffer scratch = Buffer::Allocate(conv.scratch_bytes());
  conv.Run(c.In<void>(0), c.Out<void>(0), scratch.mutable_data(), c.pool());
  return Code::kOk;
}

}  // namespace

Result<Kernel> PrepareQuantizedDepthwise(const ops::ConvGeometry& g, ops::Activation activation,
                                         const PrepareContext& c) {
  DepthwiseTypes t{g, c.in(0), c.in(1), {}, c.out(0), activation, c.Has(2), c.exact()};
  if (t.has_bias) t.bias = c.in(2);
  RETURN_IF_ERROR(CheckQuantization(t.x, t.filter, t.y, g.out_c));
  if (t.x.dtype == DType::kI16 && t.filter.quant.zero_point[0] != 0)
    return Unsupported("a depthwise convolution of 16-bit activations with a zero point of the weights");
  if (t.filter.dtype == DType::kI16) return Unsupported("a depthwise convolution with 16-bit weights");
  if (t.x.dtype == DType::kI16 && g.filter_h * g.filter_w > 256)
    return Unsupported("a depthwise convolution of 16-bit activations with more than 256 filter elements");
  if (g.in_c == 1) {
    // One input channel: an ordinary convolution with an HWIO filter.
    ops::ConvGeometry conv = g;
    conv.filter_c = 1;
    QuantizedConv q{ConvWindows(conv)};
    q.filter_shape = {g.filter_h, g.filter_w, 1, g.out_c};
    q.layout = ops::FilterLayout::kTf;
    q.activation = activation;
    return PrepareQuantizedConv(q, c);
  }
  const Tensor *filter = c.constant(1), *bias = t.has_bias ? c.constant(2) : nullptr;
  if (!filter || (t.has_bias && !bias))
    return MakeKernel(std::move(t),
                      [](const DepthwiseTypes& types, EvalContext& ctx) { return EvalLateDepthwise(types, ctx); });
  DepthwiseQuant conv = MakeDepthwise(t, *filter, bias, c.num_threads());
  size_t scratch = conv.scratch_bytes();
  Kernel k = MakeKernel(std::move(conv), [](const DepthwiseQuant& d, EvalContext& ctx) {
    d.Run(ctx.In<void>(0), ctx.Out<void>(0), ctx.scratch(), ctx.pool());
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  return k;
}

namespace {

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

// What the dynamic kernels share: x as images of stored codes in scratch, followed by the layer's own scratch.
struct DynamicInput {
  int x, bias;  // operands
  bool has_bias, asymmetric;
  int64_t images, elements;  // elements of one image
  std::vector<float> scales;
  float lo, hi;

  size_t scratch_bytes() const {
    return Aligned(static_cast<size_t>(images) * sizeof(DynamicScale)) +
           Aligned(static_cast<size_t>(images * elements));
  }
  DynamicScale* image_scales(EvalContext& c) const { return reinterpret_cast<DynamicScale*>(c.scratch()); }
  uint8_t* codes(EvalContext& c) const {
    return reinterpret_cast<uint8_t*>(c.scratch() + Aligned(static_cast<size_t>(images) * sizeof(DynamicScale)));
  }
  std::byte* rest(EvalContext& c) const { return c.scratch() + scratch_bytes(); }
  void Quantize(EvalContext& c) const {
    const float* from = c.In<float>(x);
    if (images == 1) {
      *image_scales(c) = QuantizeStored(from, elements, asymmetric, codes(c), c.pool());
      return;
    }
    c.pool().ForRange(images, 1 + 4096 / (elements + 1), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        image_scales(c)[i] = QuantizeStored(from + i * elements, elements, asymmetric, codes(c) + i * elements);
    });
  }
  DynamicOutput Output(EvalContext& c) const {
    return {scales.data(), scales.size() > 1, has_bias ? c.In<float>(bias) : nullptr, lo, hi};
  }
};

Result<DynamicInput> MakeDynamicInput(const PrepareContext& c, int x, int filter, int bias, int64_t images,
                                      bool asymmetric, ops::Activation activation, int64_t outputs) {
  const Quantization& q = c.in(filter).quant;
  if (q.scale.size() != 1 && q.scale.size() != static_cast<size_t>(outputs))
    return BadInput("the filter has ", q.scale.size(), " scales, expected 1 or ", outputs);
  for (int64_t z : q.zero_point)
    if (z) return Unsupported("float activations with weights whose zero point is not 0");
  DynamicInput d{x, bias, c.Has(bias), asymmetric, images, 0, q.scale, 0, 0};
  d.elements = images ? c.in_shape(x).Elements() / images : 0;
  ops::ActivationRange(activation, &d.lo, &d.hi);
  return d;
}

// Old converters gave 8-bit weights of float layers the type u8, although their codes have a sign.
bool OldSignedBytes(const TensorType& filter) {
  const std::vector<int64_t>& zeros = filter.quant.zero_point;
  return filter.dtype == DType::kU8 && std::all_of(zeros.begin(), zeros.end(), [](int64_t z) { return z == 0; });
}

TensorType WithSign(TensorType filter) {
  if (filter.dtype == DType::kU8) filter.dtype = DType::kI8;
  return filter;
}

struct DynamicConvState {
  DynamicInput input;
  ConvI8 conv;
};

struct DynamicDepthwiseState {
  DynamicInput input;
  DepthwiseQuant conv;
};

template <class State, class Layer>
Kernel MakeDynamicKernel(State state) {
  size_t scratch = state.input.scratch_bytes() + state.conv.scratch_bytes();
  Kernel k = MakeKernel(std::move(state), [](const State& s, EvalContext& c) {
    s.input.Quantize(c);
    typename Layer::Dynamic dynamic{s.input.image_scales(c), s.input.Output(c)};
    s.conv.Run(s.input.codes(c), c.Out<float>(0), s.input.rest(c), c.pool(), &dynamic);
    return Code::kOk;
  });
  k.scratch_bytes = scratch;
  k.path = "dynamic range";
  return k;
}

// `prepare(layer, context)` at each run, with the filter that it then has.
template <class Layer>
struct LateDynamic {
  Layer layer;
  int filter;  // operand
  LateContext context;
};

template <class Layer, class F>
Kernel MakeLateDynamic(Layer layer, int filter, const PrepareContext& c, F) {
  static_assert(std::is_empty_v<F>);
  return MakeKernel(LateDynamic<Layer>{std::move(layer), filter, LateContext(c)},
                    [](const LateDynamic<Layer>& s, EvalContext& e) {
                      Tensor filter_now = ViewOf(s.context.in(s.filter), e.In<void>(s.filter));
                      LateContext context = s.context;
                      context.SetConstant(s.filter, &filter_now);
                      Result<Kernel> kernel = F{}(s.layer, context);
                      if (!kernel.ok()) return e.Fail(Code::kBadValue, kernel.status().message());
                      return RunLate(*kernel, e);
                    });
}

struct DynamicLayer {
  QuantizedConv conv;
  bool asymmetric;
};
struct DynamicDepthwiseLayer {
  ops::ConvGeometry g;
  ops::Activation activation;
};

}  // namespace

bool IsDynamicConv(const PrepareContext& c, int x, int filter) {
  DType w = c.in(filter).dtype;
  return Keeps(Product::kDynamic) && c.in(x).dtype == DType::kF32 &&
         (w == DType::kI8 || w == DType::kI4 || OldSignedBytes(c.in(filter))) && !c.in(filter).quant.empty();
}

Result<Kernel> PrepareDynamicConv(const QuantizedConv& q, bool asymmetric, const PrepareContext& c) {
  if (!Keeps(Product::kDynamic)) return NoKernelFor("a convolution by stored codes", c);
  ASSIGN_OR_RETURN(DynamicInput input, MakeDynamicInput(c, q.x, q.filter, q.bias, q.windows.batch, asymmetric,
                                                        q.activation, q.windows.out_c));
  if (!c.constant(q.filter))
    return MakeLateDynamic(
        DynamicLayer{q, asymmetric}, q.filter, c,
        [](const DynamicLayer& l, const PrepareContext& now) { return PrepareDynamicConv(l.conv, l.asymmetric, now); });
  TensorType type = WithSign(c.in(q.filter));
  type.shape = q.filter_shape;
  Tensor filter(type, c.constant(q.filter)->buffer());
  ConvI8 conv(q.windows, MakeDynamicPartsI8(q.windows, filter, q.layout, q.transposed), DType::kU8, 0, c.num_threads());
  return MakeDynamicKernel<DynamicConvState, ConvI8>({std::move(input), std::move(conv)});
}

Result<Kernel> PrepareDynamicDepthwise(const ops::ConvGeometry& g, ops::Activation activation,
                                       const PrepareContext& c) {
  if (!Keeps(Product::kDynamic)) return NoKernelFor("a convolution by stored codes", c);
  ASSIGN_OR_RETURN(DynamicInput input, MakeDynamicInput(c, 0, 1, 2, g.batch, true, activation, g.out_c));
  if (!c.constant(1))
    return MakeLateDynamic(DynamicDepthwiseLayer{g, activation}, 1, c,
                           [](const DynamicDepthwiseLayer& l, const PrepareContext& now) {
                             return PrepareDynamicDepthwise(l.g, l.activation, now);
                           });
  DepthwiseQuant conv(g, DType::kU8, 0, MakeDynamicDepthwiseWeights(Tensor(WithSign(c.in(1)), c.constant(1)->buffer())),
                      c.num_threads());
  return MakeDynamicKernel<DynamicDepthwiseState, DepthwiseQuant>({std::move(input), std::move(conv)});
}

}  // namespace slipway::interpreter
