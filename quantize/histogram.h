#pragma once
// Histogram: how often numbers of a tensor lie where, and the ranges that methods of calibration make of it.
//
// 2048 bins over the range that samples showed. Zeros, which every range holds exactly, are counted apart: what is said
// of them in the errors and divergences below is nothing.

#include <cstdint>
#include <span>
#include <vector>

#include "quantize/arithmetic.h"

namespace slipway::quantize {

class Histogram {
 public:
  // Numbers outside of `range`, and those that are not finite, are left out.
  explicit Histogram(Range range);
  void Add(std::span<const float> numbers);

  // The middle `percent` of all numbers, the same share left out below and above.
  Range Percentile(double percent) const;
  // The range whose codes are nearest to the numbers, by the sum of squares of what they round off and cut.
  Range LeastSquares(DType codes) const;
  // The range whose 8-bit codes lose least of the distribution: the least Kullback-Leibler divergence of what is cut to
  // the range from what 255 codes tell of it. After: Migacz, 8-bit inference with TensorRT, 2017.
  Range LeastDivergence() const;

 private:
  // The range of least cost(first bin, last bin + 1): bounds move towards 0 in turn while that helps.
  template <class Cost>
  Range Shrunk(const Cost& cost) const;
  double Center(size_t bin) const { return range_.min + (static_cast<double>(bin) + 0.5) * width_; }
  double SquaredError(size_t first, size_t end, DType codes) const;
  double DivergenceOf(size_t first, size_t end) const;
  Range RangeOf(size_t first, size_t end) const;

  Range range_;
  double width_ = 0;  // of a bin
  int64_t zeros_ = 0;
  std::vector<int64_t> bins_;
};

}  // namespace slipway::quantize
