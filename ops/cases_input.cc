#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "ops/cases.h"

namespace slipway::ops {

CaseInput Rand(Shape shape, double lo, double hi, DType dtype) {
  return CaseInput{.type = TensorType(dtype, shape), .lo = lo, .hi = hi};
}

CaseInput RandQuant(Shape shape, float scale, int64_t zero_point, DType dtype) {
  CaseInput in;
  in.type = TensorType(dtype, shape, Quantization{{scale}, {zero_point}, 0});
  double bits = DTypeSize(dtype) * 8;
  bool is_unsigned = dtype == DType::kU8;
  in.lo = is_unsigned ? 0 : -std::exp2(bits - 1);
  in.hi = is_unsigned ? std::exp2(bits) : std::exp2(bits - 1);
  return in;
}

static CaseInput RandWeights(Shape shape, int axis, DType dtype) {
  CaseInput in = ConstOf(RandQuant(shape, 0.01f, dtype == DType::kU8 ? 120 : 0, dtype));
  if (dtype == DType::kI8) in.lo = -127;
  for (int64_t c = 1; axis >= 0 && c < shape[axis]; ++c) {
    in.type.quant.scale.push_back(0.01f + 0.003f * static_cast<float>(c % 5));
    in.type.quant.zero_point.push_back(0);
  }
  in.type.quant.axis = std::max(axis, 0);
  return in;
}

static CaseInput RandBias(const CaseInput& x, const CaseInput& weights, int64_t outputs) {
  CaseInput in = ConstOf(Rand({outputs}, -3000, 3000, x.type.dtype == DType::kI16 ? DType::kI64 : DType::kI32));
  for (float s : weights.type.quant.scale) {
    in.type.quant.scale.push_back(x.type.quant.scale[0] * s);
    in.type.quant.zero_point.push_back(0);
  }
  return in;
}

QuantizedLayer RandLayer(DType dtype, Shape x, Shape weights, int axis, int64_t outputs, float y_scale) {
  bool words = dtype == DType::kI16, bytes = dtype == DType::kU8;
  QuantizedLayer layer;
  layer.x = RandQuant(x, words ? 2e-4f : 0.05f, words ? 0 : bytes ? 131 : 3, dtype);
  layer.weights = RandWeights(weights, bytes ? -1 : axis, bytes ? DType::kU8 : DType::kI8);
  layer.bias = RandBias(layer.x, layer.weights, outputs);
  layer.y = {{words ? 1e-3f : y_scale}, {words ? 0 : bytes ? 120 : -5}, 0};
  return layer;
}

CaseInput Given(Tensor values) {
  CaseInput in;
  in.type = values.type();
  in.values = std::move(values);
  return in;
}

CaseInput ConstOf(CaseInput in) {
  in.constant = true;
  return in;
}

CaseInput Const(Tensor values) { return ConstOf(Given(std::move(values))); }

CaseInput ConstInts(std::initializer_list<int64_t> values, DType dtype) {
  return Const(Tensor::Vector(std::span<const int64_t>(values.begin(), values.size()), dtype));
}

CaseInput ConstRand(Shape shape, double lo, double hi) { return ConstOf(Rand(shape, lo, hi)); }

CaseInput Absent() { return CaseInput{.absent = true}; }

Tensor MakeOperand(const CaseInput& in, uint64_t seed) {
  if (in.values.valid()) return in.values;
  Tensor t(in.type);
  RandomStream random(StreamKey(seed, "case operand"));
  if (in.type.dtype == DType::kString) {
    for (std::string& s : t.strings()) s = StrCat("s", random.Below(1000));
    return t;
  }
  auto fill_complex = [&](auto elements) {
    for (auto& z : elements) {
      double re = in.lo + random.Uniform() * (in.hi - in.lo), im = in.lo + random.Uniform() * (in.hi - in.lo);
      z = {static_cast<float>(re), static_cast<float>(im)};
    }
    return true;
  };
  bool known = in.type.dtype == DType::kC64 && fill_complex(t.as<std::complex<float>>());
  known |= VisitFixedDType(in.type.dtype, [&](auto tag) {
    using T = decltype(tag);
    for (T& v : t.as<T>()) {
      double u = random.Uniform();
      double x = in.lo + u * (in.hi - in.lo);
      if constexpr (std::is_same_v<T, bool>)
        v = u < 0.5;
      else if constexpr (std::is_integral_v<T>)
        v = static_cast<T>(std::floor(x));
      else
        v = T(static_cast<float>(x));
    }
  });
  CHECK(known);
  return t;
}

}  // namespace slipway::ops
