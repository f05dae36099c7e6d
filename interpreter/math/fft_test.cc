#include "interpreter/math/fft.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slipway::interpreter {
namespace {

using Complex = Fft::Complex;

std::vector<Complex> Sum(const std::vector<Complex>& x, int sign) {
  size_t n = x.size();
  std::vector<Complex> y(n);
  for (size_t k = 0; k < n; ++k)
    for (size_t j = 0; j < n; ++j) {
      double angle = sign * 2 * M_PI * static_cast<double>(j * k % n) / static_cast<double>(n);
      y[k] += x[j] * Complex(std::cos(angle), std::sin(angle));
    }
  return y;
}

// Powers of two, mixed factors, primes below and above the largest factor, products of large primes.
TEST(Fft, IsTheSumForEveryLength) {
  for (size_t n :
       {1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 49, 61, 64, 67, 97, 122, 128, 180, 67 * 2, 67 * 67, 243, 256, 1009}) {
    std::vector<Complex> x(n), y(n);
    for (size_t i = 0; i < n; ++i)
      x[i] = {std::sin(static_cast<double>(3 * i * i + 1)), std::cos(static_cast<double>(7 * i))};
    Fft fft(static_cast<int64_t>(n));
    std::vector<Complex> scratch(static_cast<size_t>(fft.scratch()));
    for (bool inverse : {false, true}) {
      fft.Run(x.data(), y.data(), inverse, scratch.data());
      std::vector<Complex> want = Sum(x, inverse ? 1 : -1);
      for (size_t k = 0; k < n; ++k)
        ASSERT_NEAR(std::abs(y[k] - want[k]), 0, 1e-12 * static_cast<double>(n)) << "length " << n << " element " << k;
    }
  }
}

}  // namespace
}  // namespace slipway::interpreter
