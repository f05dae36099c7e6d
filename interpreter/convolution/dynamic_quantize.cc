#include "interpreter/convolution/dynamic_quantize.h"

#include <algorithm>
#include <cmath>

namespace slipway::interpreter {

namespace {

// TFLite's choice of a zero point for [lo, hi], lo <= 0 <= hi.
DynamicScale AsymmetricScale(float lo, float hi) {
  double scale = (static_cast<double>(hi) - static_cast<double>(lo)) / 255;
  double from_lo = -128 - lo / scale, from_hi = 127 - hi / scale;
  double error_lo = 128 + std::abs(lo / scale), error_hi = 127 + std::abs(hi / scale);
  double zero = error_lo < error_hi ? from_lo : from_hi;
  DynamicScale s;
  s.scale = static_cast<float>(scale);
  s.zero_point = zero <= -128 ? -128 : zero >= 127 ? 127 : static_cast<int32_t>(std::round(zero));
  return s;
}

// Halves away from zero.
void Encode(const float* __restrict x, int64_t n, float inverse, float zero, float least, int8_t* __restrict codes) {
  for (int64_t i = 0; i < n; ++i) {
    float v = zero + x[i] * inverse;
    v = v < 127.0f ? v : 127.0f;
    v = v > least ? v : least;
    codes[i] = static_cast<int8_t>(static_cast<int32_t>(v + (v < 0 ? -0.5f : 0.5f)));
  }
}

}  // namespace

DynamicScale QuantizeDynamic(const float* x, int64_t n, bool asymmetric, int8_t* codes) {
  float lo = 0, hi = 0;
  for (int64_t i = 0; i < n; ++i) {
    lo = x[i] < lo ? x[i] : lo;
    hi = x[i] > hi ? x[i] : hi;
  }
  float largest = std::max(-lo, hi);
  if (largest == 0) {
    std::fill_n(codes, n, int8_t{0});
    return {};
  }
  if (!asymmetric) {
    Encode(x, n, 127 / largest, 0, -127, codes);
    return {largest / 127, 0};
  }
  DynamicScale s = AsymmetricScale(lo, hi);
  Encode(x, n, static_cast<float>(255 / (static_cast<double>(hi) - lo)), static_cast<float>(s.zero_point), -128, codes);
  return s;
}

void StoreDynamic(const DynamicOutput& out, const int32_t* sums, const int32_t* column_sums, int64_t n, int64_t zero,
                  float scale, float* y) {
  for (int64_t j = 0; j < n; ++j) {
    int32_t sum = static_cast<int32_t>(sums[j] - zero * column_sums[j]);
    float v = static_cast<float>(sum) * (scale * out.weight_scales[out.per_column ? j : 0]);
    if (out.bias) v += out.bias[j];
    v = v < out.lo ? out.lo : v;
    y[j] = v > out.hi ? out.hi : v;
  }
}

}  // namespace slipway::interpreter
