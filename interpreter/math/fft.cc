#include "interpreter/math/fft.h"

#include <algorithm>
#include <cmath>

namespace slipway::interpreter {

namespace {

constexpr int64_t kMostFactor = 61;

Fft::Complex Root(int64_t k, int64_t n) {
  double angle = -2 * M_PI * static_cast<double>(k) / static_cast<double>(n);
  return {std::cos(angle), std::sin(angle)};
}

// By parts: std::complex's product looks for infinities.
Fft::Complex Times(Fft::Complex a, Fft::Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

std::vector<int64_t> FactorsOf(int64_t n) {
  std::vector<int64_t> factors;
  for (; n % 4 == 0; n /= 4) factors.push_back(4);
  for (int64_t p = 2; p <= kMostFactor; ++p)
    for (; n % p == 0; n /= p) factors.push_back(p);
  if (n > 1) factors.push_back(n);
  return factors;
}

}  // namespace

Fft::Fft(int64_t n) : n_(n), factors_(FactorsOf(n)) {
  if (factors_.empty() || factors_.back() <= kMostFactor) {
    for (int64_t k = 0; k < n; ++k) twiddles_.push_back(Root(k, n));
    return;
  }
  int64_t padded = 1;
  while (padded < 2 * n - 1) padded *= 2;
  inner_ = std::make_shared<Fft>(padded);
  std::vector<Complex> wave(static_cast<size_t>(padded));
  filter_.resize(wave.size());
  for (int64_t k = 0; k < n; ++k) {
    chirp_.push_back(Root(k * k % (2 * n), 2 * n));
    size_t at = static_cast<size_t>(k);
    wave[at] = wave[(wave.size() - at) % wave.size()] = std::conj(chirp_[at]);
  }
  inner_->Run(wave.data(), filter_.data(), false, nullptr);
}

void Fft::Run(const Complex* x, Complex* y, bool inverse, Complex* scratch) const {
  if (chirp_.empty())
    Step(x, 1, y, n_, 0);
  else
    Bluestein(x, y, scratch);
  // The transform of the other sign is the same one read backwards.
  if (inverse && n_ > 1) std::reverse(y + 1, y + n_);
}

void Fft::Step(const Complex* x, int64_t stride, Complex* y, int64_t n, size_t factor) const {
  if (n == 1) {
    *y = *x;
    return;
  }
  int64_t p = factors_[factor], m = n / p;
  for (int64_t r = 0; r < p; ++r) Step(x + r * stride, stride * p, y + r * m, m, factor + 1);
  Combine(y, n, p);
}

// p transforms of n / p elements that lie one after another become one of n.
void Fft::Combine(Complex* y, int64_t n, int64_t p) const {
  int64_t m = n / p, step = n_ / n;
  auto twiddle = [&](int64_t k) { return twiddles_[static_cast<size_t>(k * step)]; };
  for (int64_t k = 0; k < m; ++k) {
    Complex t[kMostFactor];
    for (int64_t r = 0; r < p; ++r) t[r] = r ? Times(y[r * m + k], twiddle(r * k)) : y[k];
    if (p == 2) {
      y[k] = t[0] + t[1];
      y[m + k] = t[0] - t[1];
    } else if (p == 4) {
      Complex a = t[0] + t[2], b = t[0] - t[2], c = t[1] + t[3], d = t[1] - t[3];
      Complex turned(d.imag(), -d.real());  // -i d
      y[k] = a + c;
      y[m + k] = b + turned;
      y[2 * m + k] = a - c;
      y[3 * m + k] = b - turned;
    } else {
      for (int64_t q = 0; q < p; ++q) {
        Complex sum = t[0];
        for (int64_t r = 1; r < p; ++r) sum += Times(t[r], twiddle(r * q % p * m));
        y[q * m + k] = sum;
      }
    }
  }
}

// With j k = (j^2 + k^2 - (k - j)^2) / 2 the transform is a convolution with a chirp.
void Fft::Bluestein(const Complex* x, Complex* y, Complex* scratch) const {
  int64_t padded = inner_->size();
  Complex *a = scratch, *b = scratch + padded;
  std::fill(a, a + padded, Complex());
  for (int64_t k = 0; k < n_; ++k) a[k] = Times(x[k], chirp_[static_cast<size_t>(k)]);
  inner_->Run(a, b, false, nullptr);
  for (int64_t k = 0; k < padded; ++k) b[k] = Times(b[k], filter_[static_cast<size_t>(k)]);
  inner_->Run(b, a, true, nullptr);
  double scale = 1 / static_cast<double>(padded);
  for (int64_t k = 0; k < n_; ++k) y[k] = Times(a[k], chirp_[static_cast<size_t>(k)]) * scale;
}

}  // namespace slipway::interpreter
