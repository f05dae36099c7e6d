#include "interpreter/convolution/dynamic_quantize.h"

#include <algorithm>
#include <cmath>

#include "base/cpu.h"
#include "interpreter/convolution/dynamic_rows.h"

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
  // Of infinite elements zero is NaN.
  s.zero_point = !(zero > -128) ? -128 : zero >= 127 ? 127 : static_cast<int32_t>(std::round(zero));
  return s;
}

const DynamicRows& Rows() {
#if defined(__x86_64__)
  if (IsaIs(CpuIsa(), Isa::kAvx512)) return kDynamicRowsAvx512;
  if (IsaIs(CpuIsa(), Isa::kAvx2)) return kDynamicRowsAvx2;
#endif
  return kDynamicRowsPortable;
}

// How floats with these extremes become codes.
struct Encoding {
  DynamicScale scale;
  float inverse = 0, zero = 0, least = 0;  // inverse 0: all are 0
};

Encoding ChooseEncoding(float lo, float hi, bool asymmetric) {
  const float largest = std::max(-lo, hi);
  if (largest == 0) return {};
  if (!asymmetric) return {{largest / 127, 0}, 127 / largest, 0, -127};
  DynamicScale s = AsymmetricScale(lo, hi);
  return {s, 1 / s.scale, static_cast<float>(s.zero_point), -128};
}

void Encode(const Encoding& e, const float* x, int64_t n, uint8_t flip, int8_t* codes) {
  if (e.inverse == 0) {
    std::fill_n(codes, n, static_cast<int8_t>(flip));
    return;
  }
  Rows().encode({x, n, e.inverse, e.zero, e.least, codes, flip});
}

DynamicScale Quantize(const float* x, int64_t n, bool asymmetric, uint8_t flip, int8_t* codes) {
  float lo = 0, hi = 0;
  Rows().range(x, n, &lo, &hi);
  Encoding e = ChooseEncoding(lo, hi, asymmetric);
  Encode(e, x, n, flip, codes);
  e.scale.zero_point += flip;
  return e.scale;
}

constexpr uint8_t kStored = 128;

}  // namespace

DynamicScale QuantizeDynamic(const float* x, int64_t n, bool asymmetric, int8_t* codes) {
  return Quantize(x, n, asymmetric, 0, codes);
}

DynamicScale QuantizeStored(const float* x, int64_t n, bool asymmetric, uint8_t* codes) {
  return Quantize(x, n, asymmetric, kStored, reinterpret_cast<int8_t*>(codes));
}

DynamicScale QuantizeStored(const float* x, int64_t n, bool asymmetric, uint8_t* codes, ThreadPool& pool) {
  constexpr int64_t kPart = 16 << 10;
  constexpr int kMostParts = 64;
  const int parts = static_cast<int>(std::clamp<int64_t>(n / kPart, 1, kMostParts));
  if (parts == 1 || pool.num_threads() == 1) return QuantizeStored(x, n, asymmetric, codes);
  float lo[kMostParts] = {}, hi[kMostParts] = {};
  auto begin_of = [&](int part) { return n * part / parts; };
  pool.Run(parts, [&](int p) { Rows().range(x + begin_of(p), begin_of(p + 1) - begin_of(p), lo + p, hi + p); });
  Encoding e = ChooseEncoding(*std::min_element(lo, lo + parts), *std::max_element(hi, hi + parts), asymmetric);
  pool.Run(parts, [&](int p) {
    Encode(e, x + begin_of(p), begin_of(p + 1) - begin_of(p), kStored, reinterpret_cast<int8_t*>(codes) + begin_of(p));
  });
  e.scale.zero_point += kStored;
  return e.scale;
}

void StoreDynamic(const DynamicOutput& out, const DynamicSums& sums, const int32_t* column_sums, int32_t offset,
                  int64_t n, float* y, int64_t y_step) {
  Rows().decode({sums.sums, sums.rows, n, sums.step, y_step, column_sums, out.weight_scales, out.per_column, out.bias,
                 sums.scales, offset, out.lo, out.hi, y});
}

}  // namespace slipway::interpreter
