#include "ops/signal.h"

#include <bit>
#include <cmath>

namespace slipway::ops {

namespace {

using Complex = FixedRfft::Complex;

int16_t Low16(int32_t v) { return static_cast<int16_t>(v); }
int16_t Rounded15(int32_t v) { return Low16((v + (1 << 14)) >> 15); }

Complex Times(Complex a, Complex b) {
  int32_t ar = a[0], ai = a[1], br = b[0], bi = b[1];
  return {Rounded15(ar * br - ai * bi), Rounded15(ar * bi + ai * br)};
}
Complex Divided(Complex a, int32_t by) {
  int32_t factor = 32767 / by;
  return {Rounded15(a[0] * factor), Rounded15(a[1] * factor)};
}
Complex Plus(Complex a, Complex b) { return {Low16(a[0] + b[0]), Low16(a[1] + b[1])}; }
Complex Minus(Complex a, Complex b) { return {Low16(a[0] - b[0]), Low16(a[1] - b[1])}; }
Complex RootAt(double angle) {
  auto fixed = [](double v) { return static_cast<int16_t>(std::floor(0.5 + 32767 * v)); };
  return {fixed(std::cos(angle)), fixed(std::sin(angle))};
}

constexpr int kLogSegments = 128;

// log2(1 + i / 128) - i / 128 in 16 fractional bits.
const std::array<int32_t, kLogSegments + 1>& LogTable() {
  static const std::array<int32_t, kLogSegments + 1> table = [] {
    std::array<int32_t, kLogSegments + 1> t{};
    for (size_t i = 0; i < t.size(); ++i) {
      double x = static_cast<double>(i) / kLogSegments;
      t[i] = static_cast<int32_t>(std::lround(65536 * (std::log2(1 + x) - x)));
    }
    return t;
  }();
  return table;
}

}  // namespace

int BitLength(uint64_t v) { return static_cast<int>(std::bit_width(v)); }

uint32_t RoundedRoot(uint64_t v) {
  uint64_t root = static_cast<uint64_t>(std::sqrt(static_cast<double>(v)));
  if (root > 0xffffffffu) root = 0xffffffffu;
  while (root * root > v) --root;
  while (root < 0xffffffffu && (root + 1) * (root + 1) <= v) ++root;
  uint64_t most = v >> 32 ? 0xffffffffu : 0xffffu;
  return static_cast<uint32_t>(v - root * root > root && root != most ? root + 1 : root);
}

uint32_t ScaledLog(uint32_t v, uint32_t scale) {
  uint32_t integer = static_cast<uint32_t>(BitLength(v)) - 1;
  int64_t fraction = int64_t{v} - (int64_t{1} << integer);
  fraction = integer < 16 ? fraction << (16 - integer) : fraction >> (integer - 16);
  size_t segment = static_cast<size_t>(fraction >> 9);
  int64_t c0 = LogTable()[segment], c1 = segment + 1 < LogTable().size() ? LogTable()[segment + 1] : 0;
  int64_t inside = fraction - static_cast<int64_t>(segment) * 512;
  uint32_t log2 = (integer << 16) + static_cast<uint32_t>(fraction + c0 + (((c1 - c0) * inside) >> 16));
  uint32_t natural = static_cast<uint32_t>((uint64_t{45426} * log2 + 32768) >> 16);
  return (scale * natural + 32768) >> 16;
}

int16_t GainOf(uint32_t noise, const int16_t* table) {
  if (noise <= 2) return table[noise];
  int interval = BitLength(noise);
  const int16_t* piece = table + 4 * interval - 6;
  uint32_t shifted = interval < 11 ? noise << (11 - interval) : noise >> (interval - 11);
  int32_t at = static_cast<int32_t>(shifted & 0x3ff);
  int32_t slope = ((int32_t{piece[2]} * at) >> 5) + static_cast<int32_t>(static_cast<uint32_t>(piece[1]) << 5);
  int64_t rise = (int64_t{slope} * at + (1 << 14)) >> 15;
  return static_cast<int16_t>(rise + piece[0]);
}

uint32_t Shrink(uint32_t x) { return x < (2u << 12) ? (x * x) >> 20 : (x >> 6) - 64; }

FixedRfft::FixedRfft(int64_t length) : half_(length / 2) {
  double n = static_cast<double>(half_);
  for (int64_t i = 0; i < half_; ++i) roots_.push_back(RootAt(-2 * M_PI * static_cast<double>(i) / n));
  for (int64_t i = 0; i < half_ / 2; ++i) split_.push_back(RootAt(-M_PI * (static_cast<double>(i + 1) / n + 0.5)));
}

void FixedRfft::Step(const Complex* x, int64_t stride, Complex* y, int64_t n) const {
  if (n == 1) {
    *y = *x;
    return;
  }
  int64_t p = n % 4 == 0 ? 4 : 2, m = n / p;
  for (int64_t r = 0; r < p; ++r) Step(x + r * stride, stride * p, y + r * m, m);
  auto root = [&](int64_t k) { return roots_[static_cast<size_t>(k * stride)]; };
  for (int64_t k = 0; k < m; ++k) {
    if (p == 2) {
      Complex a = Divided(y[k], 2), b = Times(Divided(y[m + k], 2), root(k));
      y[k] = Plus(a, b);
      y[m + k] = Minus(a, b);
      continue;
    }
    Complex a = Divided(y[k], 4), b = Times(Divided(y[m + k], 4), root(k));
    Complex c = Times(Divided(y[2 * m + k], 4), root(2 * k)), d = Times(Divided(y[3 * m + k], 4), root(3 * k));
    Complex difference = Minus(a, c), sum = Plus(a, c), odd = Plus(b, d), turned = Minus(b, d);
    y[k] = Plus(sum, odd);
    y[2 * m + k] = Minus(sum, odd);
    y[m + k] = {Low16(difference[0] + turned[1]), Low16(difference[1] - turned[0])};
    y[3 * m + k] = {Low16(difference[0] - turned[1]), Low16(difference[1] + turned[0])};
  }
}

// Neighbouring samples are the real and imaginary part of a transform of half the length.
void FixedRfft::Run(const int16_t* x, Complex* y) const {
  std::vector<Complex> pairs(static_cast<size_t>(half_)), z(pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) pairs[i] = {x[2 * i], x[2 * i + 1]};
  Step(pairs.data(), 1, z.data(), half_);
  Complex first = Divided(z[0], 2);
  y[0] = {Low16(first[0] + first[1]), 0};
  y[half_] = {Low16(first[0] - first[1]), 0};
  for (int64_t k = 1; k <= half_ / 2; ++k) {
    Complex mirrored = z[static_cast<size_t>(half_ - k)];
    Complex a = Divided(z[static_cast<size_t>(k)], 2), b = Divided({mirrored[0], Low16(-mirrored[1])}, 2);
    Complex even = Plus(a, b), odd = Times(Minus(a, b), split_[static_cast<size_t>(k - 1)]);
    y[k] = {Low16((even[0] + odd[0]) >> 1), Low16((even[1] + odd[1]) >> 1)};
    y[half_ - k] = {Low16((even[0] - odd[0]) >> 1), Low16((odd[1] - even[1]) >> 1)};
  }
}

}  // namespace slipway::ops
