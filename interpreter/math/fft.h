#pragma once
// Fft: the discrete Fourier transform of any length, in double.
//   y_k = sum_j x_j exp(-2 pi i j k / n)
//
// - Lengths of small prime factors: decimation in time by those factors, 4 first (Cooley and Tukey).
// - Others: as a convolution of a length that is a power of two (Bluestein).
// Immutable; Run is thread safe with scratch of its own.

#include <complex>
#include <cstdint>
#include <memory>
#include <vector>

namespace slipway::interpreter {

class Fft {
 public:
  using Complex = std::complex<double>;
  explicit Fft(int64_t n);  // at least 1
  int64_t size() const { return n_; }
  // Elements of scratch that Run needs.
  int64_t scratch() const { return chirp_.empty() ? 0 : 2 * inner_->size(); }
  // `inverse`: the exponent's sign is +; nothing is divided by n. x and y are n elements apart from each other.
  void Run(const Complex* x, Complex* y, bool inverse, Complex* scratch) const;

 private:
  void Step(const Complex* x, int64_t stride, Complex* y, int64_t n, size_t factor) const;
  void Combine(Complex* y, int64_t n, int64_t p) const;
  void Bluestein(const Complex* x, Complex* y, Complex* scratch) const;

  int64_t n_;
  std::vector<int64_t> factors_;
  std::vector<Complex> twiddles_;  // exp(-2 pi i k / n)
  std::vector<Complex> chirp_;     // Bluestein: exp(-pi i k^2 / n)
  std::vector<Complex> filter_;    // Bluestein: the transformed conjugate chirp
  std::shared_ptr<const Fft> inner_;
};

}  // namespace slipway::interpreter
