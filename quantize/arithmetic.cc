#include "quantize/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace slipway::quantize {

namespace {

struct Codes {
  double lowest, highest;
};

Codes CodesOf(DType dtype) {
  switch (dtype) {
    case DType::kI8:
      return {-128, 127};
    case DType::kU8:
      return {0, 255};
    case DType::kI16:
      return {-32768, 32767};
    default:
      return {-2147483648.0, 2147483647.0};
  }
}

}  // namespace

Quantization ActivationQuant(Range r, DType dtype) {
  double min = std::min(0.0f, r.min), max = std::max(0.0f, r.max);
  Codes codes = CodesOf(dtype);
  // Any scale does for zeros, but LiteRT's comparisons die of one from 1 on.
  if (max == min) return {{1.0f / 256}, {dtype == DType::kI8 ? -128 : 0}, 0};
  bool symmetric = dtype == DType::kI16;
  double width = symmetric ? std::max(-min, max) / codes.highest : (max - min) / (codes.highest - codes.lowest);
  float scale = std::max(static_cast<float>(width), std::numeric_limits<float>::min());
  double zero = symmetric ? 0 : std::round(codes.lowest - min / scale);
  return {{scale}, {static_cast<int64_t>(std::clamp(zero, codes.lowest, codes.highest))}, 0};
}

namespace {

// Weights as blocks of `inner` elements, the channels' in turn.
struct Channels {
  std::span<const float> w;
  int64_t channels, inner;

  // Calls f(channel, begin, end) for the blocks in turn.
  template <class F>
  void ForBlocks(const F& f) const {
    size_t channel = 0;
    for (size_t begin = 0; begin < w.size(); begin += static_cast<size_t>(inner)) {
      f(channel, begin, begin + static_cast<size_t>(inner));
      if (++channel == static_cast<size_t>(channels)) channel = 0;
    }
  }

  template <class Test>
  bool AllOf(size_t channel, Test test) const {
    size_t block = static_cast<size_t>(inner), stride = block * static_cast<size_t>(channels);
    for (size_t start = channel * block; start < w.size(); start += stride)
      if (!std::all_of(w.begin() + static_cast<ptrdiff_t>(start), w.begin() + static_cast<ptrdiff_t>(start + block),
                       test))
        return false;
    return true;
  }

  // Of how many equal steps up to `largest` all weights are multiples, at most `most`; that if there is no such step.
  int StepsOf(size_t channel, float largest, int most) const {
    for (int steps = most; steps > 0; --steps) {
      double step = static_cast<double>(largest) / steps;
      if (AllOf(channel, [&](float v) { return std::abs(v / step - std::round(v / step)) < 1e-4; })) return steps;
    }
    return most;
  }
};

// Halves away from zero, for |v| < 2^31; std::round is a call per element.
int Rounded(float v) {
  const int whole = static_cast<int>(v);
  const float rest = v - static_cast<float>(whole);
  return whole + (rest >= 0.5f) - (rest <= -0.5f);
}

}  // namespace

Tensor QuantizeWeights(const Tensor& weights, int axis, std::span<const float> least_scale, DType dtype) {
  int most = dtype == DType::kI4 ? 7 : 127;
  const Shape& shape = weights.shape();
  int64_t channels = axis < 0 ? 1 : shape[axis];
  int64_t inner = axis < 0 ? weights.elements() : shape.Elements(axis + 1, shape.rank());
  std::span<const float> w = weights.as<float>();
  const Channels all{w, channels, inner};
  std::vector<float> largest(static_cast<size_t>(channels), 0);
  all.ForBlocks([&](size_t channel, size_t begin, size_t end) {
    float m = largest[channel];
    for (size_t i = begin; i < end; ++i) m = std::max(m, std::abs(w[i]));
    largest[channel] = m;
  });
  Quantization quant;
  quant.axis = std::max(axis, 0);
  for (size_t c = 0; c < largest.size(); ++c) {
    float scale = largest[c] > 0 ? largest[c] / static_cast<float>(all.StepsOf(c, largest[c], most)) : 1.0f;
    if (c < least_scale.size()) scale = std::max(scale, least_scale[c]);
    quant.scale.push_back(std::max(scale, std::numeric_limits<float>::min()));
    quant.zero_point.push_back(0);
  }
  Tensor out(TensorType(dtype, shape, quant));
  uint8_t* q = static_cast<uint8_t*>(out.data());
  all.ForBlocks([&](size_t channel, size_t begin, size_t end) {
    const float scale = quant.scale[channel];
    auto code = [&](size_t i) { return std::clamp(Rounded(w[i] / scale), -most, most); };
    if (dtype == DType::kI4) {
      for (size_t i = begin; i < end; ++i) q[i / 2] = static_cast<uint8_t>(q[i / 2] | (code(i) & 15) << (i % 2 * 4));
    } else {
      for (size_t i = begin; i < end; ++i) q[i] = static_cast<uint8_t>(code(i));
    }
  });
  return out;
}

Tensor QuantizeActivations(const Tensor& values, const Quantization& quant, DType dtype) {
  Tensor out(TensorType(dtype, values.shape(), quant));
  Codes codes = CodesOf(dtype);
  std::span<const float> x = values.as<float>();
  VisitFixedDType(dtype, [&](auto tag) {
    using T = decltype(tag);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      std::span<T> q = out.as<T>();
      for (size_t i = 0; i < x.size(); ++i) {
        double v = std::round(x[i] / quant.scale[0]) + static_cast<double>(quant.zero_point[0]);
        q[i] = static_cast<T>(std::clamp(v, codes.lowest, codes.highest));
      }
    }
  });
  return out;
}

Tensor QuantizeBias(const Tensor& bias, float input_scale, std::span<const float> weights_scale, DType dtype) {
  Quantization quant;
  size_t n = static_cast<size_t>(bias.elements());
  for (size_t c = 0; c < weights_scale.size(); ++c) {
    quant.scale.push_back(input_scale * weights_scale[c]);
    quant.zero_point.push_back(0);
  }
  Tensor out(TensorType(dtype, bias.shape(), quant));
  for (size_t i = 0; i < n; ++i) {
    double scale = static_cast<double>(input_scale) * weights_scale[weights_scale.size() == 1 ? 0 : i];
    double q = std::round(static_cast<double>(bias.as<float>()[i]) / scale);
    if (dtype == DType::kI64)
      out.as<int64_t>()[i] = static_cast<int64_t>(std::clamp(q, -0x1p62, 0x1p62));
    else
      out.as<int32_t>()[i] = static_cast<int32_t>(std::clamp(q, -2147483648.0, 2147483647.0));
  }
  return out;
}

std::optional<Range> FiniteRange(std::span<const float> elements) {
  // Side by side, as compilers do not reorder comparisons of floats themselves.
  typedef float Lanes __attribute__((vector_size(16)));
  constexpr size_t kLanes = 4, kChains = 4;
  constexpr float kMost = std::numeric_limits<float>::infinity();
  struct Chain {
    Lanes least = Lanes{} + kMost, largest = Lanes{} - kMost, sum{};
    void Take(Lanes x) {
      least = x < least ? x : least;
      largest = x > largest ? x : largest;
      sum += x;  // becomes NaN by one, which comparisons pass over
    }
  } chains[kChains];
  size_t i = 0;
  for (; i + kLanes * kChains <= elements.size(); i += kLanes * kChains)
    for (size_t c = 0; c < kChains; ++c) {
      Lanes x;
      std::memcpy(&x, elements.data() + i + c * kLanes, sizeof x);
      chains[c].Take(x);
    }
  for (; i < elements.size(); ++i) chains[0].Take(Lanes{} + elements[i]);
  Range r{kMost, -kMost};
  for (const Chain& c : chains)
    for (size_t lane = 0; lane < kLanes; ++lane) {
      if (std::isnan(c.sum[lane])) return std::nullopt;
      r = {std::min(r.min, c.least[lane]), std::max(r.max, c.largest[lane])};
    }
  if (!elements.empty() && (std::isinf(r.min) || std::isinf(r.max))) return std::nullopt;
  return r;
}

Range RangeOf(const Tensor& values) {
  Range r;
  for (float v : values.as<float>()) {
    r.min = std::min(r.min, v);
    r.max = std::max(r.max, v);
  }
  return r;
}

bool IsFinite(const Tensor& values) {
  if (values.dtype() != DType::kF32) return true;
  return FiniteRange(values.as<float>()).has_value();
}

}  // namespace slipway::quantize
