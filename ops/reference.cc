#include "ops/reference.h"

#include <array>
#include <cmath>

#include "ops/infer.h"

namespace slipway::ops {

int64_t WrapInt(int64_t v, DType dtype) {
  switch (dtype) {
    case DType::kBool:
      return v != 0;
    case DType::kI4:
      return static_cast<int64_t>(static_cast<uint64_t>(v) << 60) >> 60;
    case DType::kI8:
      return static_cast<int8_t>(v);
    case DType::kI16:
      return static_cast<int16_t>(v);
    case DType::kI32:
      return static_cast<int32_t>(v);
    case DType::kU8:
      return static_cast<uint8_t>(v);
    case DType::kU16:
      return static_cast<uint16_t>(v);
    case DType::kU32:
      return static_cast<uint32_t>(v);
    default:
      return v;
  }
}

namespace {

// Of x along the axes of out; 0 where it stays.
std::array<int64_t, kMaxRank> BroadcastStrides(const Shape& x, const Shape& out) {
  std::array<int64_t, kMaxRank> strides{};
  int64_t stride = 1;
  for (int i = x.rank() - 1; i >= 0; --i) {
    strides[static_cast<size_t>(i + out.rank() - x.rank())] = x[i] == 1 ? 0 : stride;
    stride *= x[i];
  }
  return strides;
}

}  // namespace

std::vector<int64_t> BroadcastOffsets(const Shape& x, const Shape& out) {
  std::vector<int64_t> offsets(static_cast<size_t>(out.Elements()));
  ForEachOffset(out, BroadcastStrides(x, out).data(),
                [&](int64_t k, int64_t offset) { offsets[static_cast<size_t>(k)] = offset; });
  return offsets;
}

BroadcastRows BroadcastRowsOf(const Shape& x, const Shape& out) {
  BroadcastRows rows;
  if (out.rank() == 0) return {{0}, 1};
  const std::array<int64_t, kMaxRank> strides = BroadcastStrides(x, out);
  rows.step = strides[static_cast<size_t>(out.rank() - 1)];
  Shape begins = out;
  begins[out.rank() - 1] = 1;
  ForEachOffset(begins, strides.data(), [&](int64_t, int64_t offset) { rows.begins.push_back(offset); });
  return rows;
}

namespace {

template <class R>
R RoundTo(R v, DType dtype) {
  if constexpr (std::is_same_v<R, float>) {
    if (dtype == DType::kF16) return HalfBitsToFloat(FloatToHalfBits(v));
    if (dtype == DType::kBF16) return BFloat16BitsToFloat(FloatToBFloat16Bits(v));
  }
  return v;
}

Status NoRoom() { return MachineError("there is no memory for a result"); }

template <class T, class R>
class Args final : public RefArgs<T> {
 public:
  Args(std::span<const RefValue<R>* const> in, std::span<RefValue<R>> out, const GrantShape& grant)
      : in_(in), out_(out), grant_(grant) {
    for (auto& o : out_)
      if (o.shape.IsStatic()) Make(o, o.shape);
  }

  int num_inputs() const override { return static_cast<int>(in_.size()); }
  bool Has(int i) const override { return i < num_inputs() && in_[i]; }
  DType in_dtype(int i) const override { return in_[i]->dtype; }
  const Shape& in_shape(int i) const override { return in_[i]->shape; }
  DType out_dtype(int i) const override { return out_[i].dtype; }
  const Shape& out_shape(int i) const override { return out_[i].shape; }
  RefView<T> In(int i) override { return View(const_cast<RefValue<R>&>(*in_[i])); }
  const std::vector<int64_t>& Ints(int i) override {
    CHECK(IsInteger(in_[i]->dtype) || in_[i]->dtype == DType::kBool);
    return in_[i]->ints;
  }
  const std::vector<std::string>& Strings(int i) override {
    CHECK(in_[i]->dtype == DType::kString);
    return in_[i]->strings;
  }
  double InReal(int i, int64_t element) override {
    return static_cast<double>(in_[i]->reals[static_cast<size_t>(element)]);
  }
  RefView<T> Out(int i) override { return View(out_[i]); }
  std::vector<int64_t>& OutInts(int i) override { return out_[i].ints; }
  std::vector<std::string>& OutStrings(int i) override { return out_[i].strings; }
  void SetReal(int i, int64_t element, double v) override {
    out_[i].reals[static_cast<size_t>(element)] = static_cast<R>(v);
  }
  bool Resize(int i, const Shape& shape) override {
    refused_ = refused_ || (grant_ && !grant_(i, shape));
    if (!refused_) Make(out_[i], shape);
    return !refused_;
  }
  void Fail(std::string message) override {
    if (message_.empty()) message_ = std::move(message);
  }
  Status Finish() {
    if (refused_) return NoRoom();
    if (!message_.empty()) return BadInput(message_);
    for (RefValue<R>& o : out_) {
      if (o.dtype == DType::kF16 || o.dtype == DType::kBF16)
        for (R& v : o.reals) v = RoundTo(v, o.dtype);
      for (int64_t& v : o.ints) v = WrapInt(v, o.dtype);
    }
    return OkStatus();
  }

 private:
  static void Make(RefValue<R>& o, const Shape& shape) {
    o.shape = shape;
    size_t n = static_cast<size_t>(shape.Elements());
    if (IsFloat(o.dtype) || IsComplex(o.dtype))
      o.reals.assign(IsComplex(o.dtype) ? 2 * n : n, R{});
    else if (o.dtype == DType::kString)
      o.strings.assign(n, {});
    else
      o.ints.assign(n, 0);
  }
  static RefView<T> View(RefValue<R>& value) {
    if constexpr (kIsReal<T>) {
      CHECK(IsFloat(value.dtype) || IsComplex(value.dtype));
      return {value.shape, value.reals};
    } else if constexpr (std::is_same_v<T, std::string>) {
      CHECK(value.dtype == DType::kString);
      return {value.shape, value.strings};
    } else {
      CHECK(IsInteger(value.dtype) || value.dtype == DType::kBool);
      return {value.shape, value.ints};
    }
  }
  std::span<const RefValue<R>* const> in_;
  std::span<RefValue<R>> out_;
  const GrantShape& grant_;
  bool refused_ = false;
  std::string message_;
};

template <class T, class R, class F>
Status Call(F* f, const Op& op, std::span<const RefValue<R>* const> in, std::span<RefValue<R>> out,
            const GrantShape& grant) {
  if (!f) return Unsupported(op.name(), " has no reference for ", in.empty() ? DType::kInvalid : in[0]->dtype);
  Args<T, R> args(in, out, grant);
  f(op.data(), args);
  return args.Finish();
}

// Infer again, now that the elements of integer operands (shapes, axes, begins) are known: it refuses bad ones, and
// says shapes that were open. References check none of this.
template <class R>
Status InferAgain(const Op& op, std::span<const RefValue<R>* const> in, std::span<RefValue<R>> out,
                  const GrantShape& grant) {
  bool needed = false;
  for (const RefValue<R>& o : out) needed = needed || !o.shape.IsStatic();
  std::vector<TensorType> types(in.size());
  std::vector<Tensor> constants(in.size());
  std::vector<InferInput> inputs(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    if (!in[i]) continue;
    types[i] = TensorType(in[i]->dtype, in[i]->shape);
    inputs[i].type = &types[i];
    if (!IsInteger(in[i]->dtype) || DTypeSize(in[i]->dtype) == 0) continue;
    constants[i] = FromRefValue(*in[i]);
    inputs[i].constant = &constants[i];
    needed = true;
  }
  if (!needed) return OkStatus();
  ASSIGN_OR_RETURN(TensorTypes results, InferTypes(op, Inputs(inputs)));
  for (size_t i = 0; i < out.size() && i < results.size(); ++i) {
    if (out[i].shape.IsStatic()) continue;
    out[i].shape = results[i].shape;
    if (grant && out[i].shape.IsStatic() && !grant(static_cast<int>(i), out[i].shape)) return NoRoom();
  }
  return OkStatus();
}

}  // namespace

template <class R>
Status RunReference(const Op& op, std::span<const RefValue<R>* const> in, std::span<RefValue<R>> out,
                    const GrantShape& grant) {
  RETURN_IF_ERROR(InferAgain(op, in, out, grant));
  const ReferenceFacet& facet = ReferenceOf(op);
  DType dtype = facet.value_operand < 0 || in.empty() ? DType::kI64 : in[facet.value_operand]->dtype;
  if (IsFloat(dtype) || (IsComplex(dtype) && facet.complex)) {
    if constexpr (std::is_same_v<R, float>)
      return Call<R>(facet.f32, op, in, out, grant);
    else if constexpr (std::is_same_v<R, double>)
      return Call<R>(facet.f64, op, in, out, grant);
    else
      return Call<R>(facet.dual, op, in, out, grant);
  }
  if (dtype == DType::kString) return Call<std::string>(facet.strings, op, in, out, grant);
  if (IsComplex(dtype)) return Unsupported(op.name(), " has no reference for ", dtype);
  return Call<int64_t>(facet.ints, op, in, out, grant);
}

template <class R>
RefValue<R> ToRefValue(const Tensor& t) {
  RefValue<R> v;
  v.dtype = t.dtype();
  v.shape = t.shape();
  auto parts = [&](auto complex_elements) {
    v.reals.assign(2 * complex_elements.size(), R{});
    for (size_t i = 0; i < complex_elements.size(); ++i) {
      v.reals[2 * i] = static_cast<R>(complex_elements[i].real());
      v.reals[2 * i + 1] = static_cast<R>(complex_elements[i].imag());
    }
  };
  if (t.dtype() == DType::kString)
    v.strings = t.strings();
  else if (t.dtype() == DType::kC64)
    parts(t.as<std::complex<float>>());
  else if (t.dtype() == DType::kC128)
    parts(t.as<std::complex<double>>());
  else if (t.dtype() == DType::kF32) {
    const std::span<const float> floats = t.as<float>();
    if constexpr (std::is_same_v<R, float>)
      v.reals = BufferFloats(t.buffer(), floats.size());
    else
      v.reals.assign(floats.begin(), floats.end());
  } else if (IsFloat(t.dtype())) {
    const std::vector<double> doubles = t.AsDoubles();
    v.reals.assign(doubles.size(), R{});
    std::ranges::transform(doubles, v.reals.begin(), [](double x) { return static_cast<R>(x); });
  } else
    v.ints = t.AsInts();
  return v;
}

template <class R>
Tensor FromRefValue(const RefValue<R>& v) {
  if constexpr (std::is_same_v<R, float>)
    if (v.dtype == DType::kF32) return Tensor({v.dtype, v.shape}, v.reals.buffer());
  Tensor t(v.dtype, v.shape);
  if (v.dtype == DType::kString) {
    t.strings() = v.strings;
    return t;
  }
  auto join = [&](auto out) {
    using Part = typename decltype(out)::element_type::value_type;
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = {static_cast<Part>(static_cast<double>(v.reals[2 * i])),
                static_cast<Part>(static_cast<double>(v.reals[2 * i + 1]))};
  };
  auto* nibbles = static_cast<uint8_t*>(t.data());
  for (size_t i = 0; v.dtype == DType::kI4 && i < v.ints.size(); ++i)
    nibbles[i / 2] = static_cast<uint8_t>(nibbles[i / 2] | (v.ints[i] & 15) << (i % 2 * 4));
  if (v.dtype == DType::kC64) join(t.as<std::complex<float>>());
  if (v.dtype == DType::kC128) join(t.as<std::complex<double>>());
  VisitFixedDType(v.dtype, [&](auto tag) {
    using T = decltype(tag);
    auto out = t.template as<T>();
    for (size_t i = 0; i < out.size(); ++i) {
      if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>)
        out[i] = T(static_cast<float>(static_cast<double>(v.reals[i])));
      else if constexpr (std::is_same_v<T, R>)
        out[i] = v.reals[i];
      else if constexpr (std::is_floating_point_v<T>)
        out[i] = static_cast<T>(static_cast<double>(v.reals[i]));
      else
        out[i] = static_cast<T>(v.ints[i]);
    }
  });
  return t;
}

#define SLIPWAY_INSTANTIATE(R)                                                                            \
  template Status RunReference<R>(const Op&, std::span<const RefValue<R>* const>, std::span<RefValue<R>>, \
                                  const GrantShape&);                                                     \
  template RefValue<R> ToRefValue<R>(const Tensor&);                                                      \
  template Tensor FromRefValue<R>(const RefValue<R>&);
SLIPWAY_INSTANTIATE(float)
SLIPWAY_INSTANTIATE(double)
SLIPWAY_INSTANTIATE(Dual)
#undef SLIPWAY_INSTANTIATE

}  // namespace slipway::ops
