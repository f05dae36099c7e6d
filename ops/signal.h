#pragma once
// Integer arithmetic of the SignalX operators (TensorFlow Lite Micro's audio front end), bit for bit.

#include <array>
#include <cstdint>
#include <vector>

namespace slipway::ops {

// The number of bits up to the highest that is set; 0 of 0.
int BitLength(uint64_t v);
// The root, rounded to the nearest integer; halves cannot occur.
uint32_t RoundedRoot(uint64_t v);
// round(scale ln(v)) of v > 0, from a table of log2 with 128 segments.
uint32_t ScaledLog(uint32_t v, uint32_t scale);
// The gain for a noise level: pieces of parabolas from a table of 4 numbers for each power of two.
int16_t GainOf(uint32_t noise, const int16_t* table);
// x^2 / 4 below 2, x - 1 from there on; 12 fractional bits in, 6 out.
uint32_t Shrink(uint32_t x);

// The Fourier transform of `length` (even) real 16-bit samples in 16-bit arithmetic: each butterfly halves or quarters
// its operands first, products are rounded to 15 bits. The result is the transform divided by 2 length.
class FixedRfft {
 public:
  using Complex = std::array<int16_t, 2>;
  explicit FixedRfft(int64_t length);  // a power of two, at least 4
  // x: `length` samples; y: length / 2 + 1 complex numbers.
  void Run(const int16_t* x, Complex* y) const;

 private:
  void Step(const Complex* x, int64_t stride, Complex* y, int64_t n) const;
  int64_t half_;
  std::vector<Complex> roots_;  // exp(-2 pi i k / half)
  std::vector<Complex> split_;  // exp(-pi i ((k + 1) / half + 1/2)): takes the two interleaved halves apart
};

}  // namespace slipway::ops
