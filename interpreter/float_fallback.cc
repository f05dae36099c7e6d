#include "interpreter/float_fallback.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "interpreter/node_context.h"
#include "ops/states.h"

namespace slipway::interpreter {

namespace {

constexpr size_t kMostTensors = 16;  // operands or results of one op

bool IsQuantized(const TensorType& t) {
  bool code = t.dtype == DType::kI8 || t.dtype == DType::kU8 || t.dtype == DType::kI16 || t.dtype == DType::kI32;
  return code && !t.quant.empty();
}

// One operand or result that is converted; elements 0: taken as it is.
struct Conversion {
  int64_t elements = 0;
  DType dtype = DType::kInvalid;
  float scale = 1;
  int32_t zero_point = 0;
  size_t offset = 0;  // of the floats in scratch
};

struct State {
  Kernel inner;
  std::vector<Conversion> in, out;
  std::vector<Tensor> constants;  // valid(): operand i, dequantized
  size_t inner_scratch = 0;
};

template <class F>
void VisitCodes(DType t, F&& f) {
  switch (t) {
    case DType::kI8:
      f(int8_t{});
      return;
    case DType::kU8:
      f(uint8_t{});
      return;
    case DType::kI16:
      f(int16_t{});
      return;
    default:
      f(int32_t{});
  }
}

void Dequantize(const Conversion& c, const void* from, float* to) {
  VisitCodes(c.dtype, [&](auto tag) {
    const auto* q = static_cast<const decltype(tag)*>(from);
    for (int64_t i = 0; i < c.elements; ++i) to[i] = c.scale * static_cast<float>(int64_t{q[i]} - c.zero_point);
  });
}

void Quantize(const Conversion& c, const float* from, void* to) {
  VisitCodes(c.dtype, [&](auto tag) {
    using Q = decltype(tag);
    auto* q = static_cast<Q*>(to);
    constexpr double lo = std::numeric_limits<Q>::min(), hi = std::numeric_limits<Q>::max();
    for (int64_t i = 0; i < c.elements; ++i) {
      double v = std::nearbyint(static_cast<double>(from[i]) / c.scale) + c.zero_point;
      q[i] = static_cast<Q>(v >= lo ? std::min(v, hi) : lo);
    }
  });
}

Code Eval(const State& s, EvalContext& c) {
  std::array<const void*, kMostTensors> in{};
  std::array<void*, kMostTensors> out{};
  auto floats = [&](const Conversion& k) { return reinterpret_cast<float*>(c.scratch() + k.offset); };
  for (size_t i = 0; i < s.in.size(); ++i) {
    in[i] = c.in_[i];
    if (s.constants[i].valid()) {
      in[i] = s.constants[i].data();
    } else if (s.in[i].dtype != DType::kInvalid) {
      Dequantize(s.in[i], c.in_[i], floats(s.in[i]));
      in[i] = floats(s.in[i]);
    }
  }
  for (size_t i = 0; i < s.out.size(); ++i) out[i] = s.out[i].dtype == DType::kInvalid ? c.out_[i] : floats(s.out[i]);
  EvalContext inner = c;
  inner.in_ = in.data();
  inner.out_ = out.data();
  inner.scratch_ = c.scratch() + s.inner_scratch;
  if (Code code = s.inner.eval(s.inner.state.get(), inner); code != Code::kOk) return code;
  for (size_t i = 0; i < s.out.size(); ++i)
    if (s.out[i].dtype != DType::kInvalid) Quantize(s.out[i], floats(s.out[i]), c.out_[i]);
  return Code::kOk;
}

// The real values of a quantized constant, per tensor or per channel.
Tensor RealValues(const Tensor& t) {
  Tensor out(DType::kF32, t.shape());
  const Quantization& q = t.type().quant;
  std::vector<int64_t> codes = t.AsInts();
  int64_t inner = q.per_channel() ? t.shape().Elements(q.axis + 1, t.shape().rank()) : t.elements();
  int64_t channels = static_cast<int64_t>(q.scale.size());
  std::span<float> real = out.as<float>();
  for (size_t i = 0; i < real.size(); ++i) {
    size_t channel = static_cast<size_t>(static_cast<int64_t>(i) / std::max<int64_t>(inner, 1) % channels);
    real[i] = q.scale[channel] * static_cast<float>(codes[i] - q.zero_point[channel]);
  }
  return out;
}

size_t Aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

Conversion MakeConversion(const TensorType& t, size_t* scratch) {
  Conversion c{t.shape.Elements(), t.dtype, t.quant.scale[0], static_cast<int32_t>(t.quant.zero_point[0]), *scratch};
  *scratch += Aligned(static_cast<size_t>(c.elements) * sizeof(float));
  return c;
}

Result<Kernel> Prepare(const ops::Op& op, PrepareContext& c) {
  size_t inputs = static_cast<size_t>(c.num_inputs()), outputs = static_cast<size_t>(c.num_outputs());
  if (inputs > kMostTensors || outputs > kMostTensors || !ops::StatesOf(op).empty()) return Kernel{};
  State s;
  NodeContext inner;
  inner.threads = c.num_threads();
  size_t scratch = 0;
  bool any = false;
  s.in.resize(inputs);
  s.out.resize(outputs);
  s.constants.resize(inputs);
  for (size_t i = 0; i < inputs; ++i) {
    int index = static_cast<int>(i);
    inner.inputs.push_back(c.Has(index) ? c.in(index) : TensorType());
    inner.constants.push_back(c.constant(index));
    bool wide_bias = c.constant(index) && c.in(index).dtype == DType::kI64 && !c.in(index).quant.empty();
    if (!c.Has(index) || !(IsQuantized(c.in(index)) || wide_bias)) continue;
    any = true;
    inner.inputs[i] = TensorType(DType::kF32, c.in_shape(index));
    if (c.constant(index)) {
      Tensor typed = *c.constant(index);
      typed.mutable_type().quant = c.in(index).quant;
      s.constants[i] = RealValues(typed);
      inner.constants[i] = &s.constants[i];
    } else if (c.in(index).quant.per_channel()) {
      return Kernel{};
    } else {
      s.in[i] = MakeConversion(c.in(index), &scratch);
    }
  }
  for (size_t i = 0; i < outputs; ++i) {
    const TensorType& t = c.out(static_cast<int>(i));
    inner.outputs.push_back(t);
    if (!t.shape.IsStatic()) return Kernel{};  // the inner kernel would size what is not its own
    if (!IsQuantized(t)) continue;
    if (t.quant.per_channel()) return Kernel{};
    inner.outputs[i] = TensorType(DType::kF32, t.shape);
    s.out[i] = MakeConversion(t, &scratch);
  }
  if (!any || !inner.IsWellTyped(op)) return Kernel{};
  const KernelSet* sets[] = {&OwnKernels(), &ReferenceKernels()};
  Result<ChosenKernel> chosen = ChooseKernel(op, inner, sets);
  if (!chosen.ok()) return Kernel{};
  s.inner = chosen->kernel;
  s.inner_scratch = scratch;
  size_t total = scratch + s.inner.scratch_bytes;
  std::string path = StrCat("through float ", s.inner.path);
  Kernel k = MakeKernel(std::move(s), [](const State& state, EvalContext& ctx) { return Eval(state, ctx); });
  k.scratch_bytes = total;
  k.path = std::move(path);
  return k;
}

}  // namespace

const KernelSet& FloatFallbackKernels() {
  static constexpr KernelSet set = {"float", Prepare};
  return set;
}

}  // namespace slipway::interpreter
