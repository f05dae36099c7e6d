#include "interpreter/convolution/quantized_conv.h"

#include "interpreter/convolution/conv_i16.h"
#include "interpreter/convolution/conv_i8.h"

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
                            q.float_product || t.x.dtype == DType::kU8),
                t.x, threads);
}

ConvI16 MakeI16(const Types& t, const Tensor& filter, const Tensor* bias, int threads) {
  const QuantizedConv& q = t.conv;
  ops::CodeRange range = ops::QuantizedActivationRange(q.activation, t.y.dtype, t.y.quant);
  ConvI16::Output output{q.exact == Rounding::kOnce, static_cast<int32_t>(t.y.quant.zero_point[0]), range.lo, range.hi};
  return ConvI16(q.windows, MakePartsI16(q.windows, filter, q.layout, q.transposed, bias, t.x, t.y, q.float_product),
                 output, threads);
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
  if (t.x.dtype == DType::kI16) {
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

Status CheckQuantization(const Types& t) {
  auto one = [](const Quantization& q) { return q.scale.size() == 1 && q.zero_point.size() == 1; };
  if (!one(t.x.quant) || !one(t.y.quant))
    return BadInput("x and the result of a quantized convolution need one scale and zero point each");
  size_t scales = t.filter.quant.scale.size();
  if ((scales != 1 && scales != static_cast<size_t>(t.conv.windows.out_c)) ||
      t.filter.quant.zero_point.size() != scales)
    return BadInput("the filter has ", scales, " scales, expected 1 or ", t.conv.windows.out_c);
  if (t.y.dtype != t.x.dtype) return Unsupported("a quantized convolution from ", t.x.dtype, " to ", t.y.dtype);
  int64_t weights_zero = 0;
  for (int64_t z : t.filter.quant.zero_point) weights_zero |= z;
  if (scales > 1 && weights_zero) return Unsupported("a filter with a scale per channel and zero points other than 0");
  if (t.x.dtype == DType::kI16 && (t.x.quant.zero_point[0] || t.y.quant.zero_point[0] || weights_zero))
    return Unsupported("16-bit activations with zero points other than 0");
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
  return (t == DType::kI8 || t == DType::kU8 || t == DType::kI16) &&
         (w == DType::kI8 || w == DType::kU8 || w == DType::kI4);
}

Result<Kernel> PrepareQuantizedConv(const QuantizedConv& conv, const PrepareContext& c) {
  Types t{conv, c.in(conv.x), c.in(conv.filter), {}, c.out(0), c.Has(conv.bias), Rounding::kNearest};
  t.filter.shape = conv.filter_shape;
  if (t.has_bias) t.bias = c.in(conv.bias);
  if (c.exact()) t.rounding = t.x.dtype == DType::kU8 ? Rounding::kTwice : conv.exact;
  RETURN_IF_ERROR(CheckQuantization(t));
  const Tensor *filter = c.constant(conv.filter), *bias = t.has_bias ? c.constant(conv.bias) : nullptr;
  if (!filter || (t.has_bias && !bias))
    return MakeKernel(std::move(t), [](const Types& types, EvalContext& ctx) { return EvalLate(types, ctx); });
  Tensor weights(t.filter, filter->buffer());
  if (t.x.dtype == DType::kI16) return MakeConvKernel(MakeI16(t, weights, bias, c.num_threads()), conv.x);
  return MakeConvKernel(MakeI8(t, weights, bias ? bias->as<int32_t>().data() : nullptr, c.num_threads()), conv.x);
}

}  // namespace slipway::interpreter
