// What each method of calibration makes of a distribution.
#include "quantize/histogram.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace slipway::quantize {
namespace {

// Many sums of random numbers, from -3.5 to 3.5, and `outlier`.
std::vector<float> Bell(float outlier) {
  RandomStream random(3);
  std::vector<float> numbers = {outlier};
  for (int i = 0; i < 600000; ++i) {
    float sum = -3.5f;
    for (int k = 0; k < 4; ++k) sum += static_cast<float>(random.Below(1750)) / 1000;
    numbers.push_back(sum);
  }
  return numbers;
}

Range EndsOf(const std::vector<float>& numbers) {
  return RangeOf(Tensor::Of<float>({static_cast<int64_t>(numbers.size())}, std::span<const float>(numbers)));
}

Histogram Counted(const std::vector<float>& numbers) {
  Histogram h(EndsOf(numbers));
  h.Add(numbers);
  return h;
}

// What codes of a range make of the numbers.
double SquaredError(const std::vector<float>& numbers, Range r, DType codes) {
  Quantization q = ActivationQuant(r, codes);
  Tensor x = Tensor::Of<float>({static_cast<int64_t>(numbers.size())}, std::span<const float>(numbers));
  std::vector<int64_t> c = QuantizeActivations(x, q, codes).AsInts();
  double sum = 0;
  for (size_t i = 0; i < c.size(); ++i)
    sum += std::pow(static_cast<double>(c[i] - q.zero_point[0]) * q.scale[0] - numbers[i], 2);
  return sum;
}

TEST(Histogram, PercentilesCutBothEnds) {
  std::vector<float> numbers;
  for (int i = -1000; i <= 1000; ++i) numbers.push_back(static_cast<float>(i));
  Range all = Counted(numbers).Percentile(100), most = Counted(numbers).Percentile(90);
  EXPECT_EQ(all.min, -1000);
  EXPECT_EQ(all.max, 1000);
  EXPECT_NEAR(most.min, -900, 2);
  EXPECT_NEAR(most.max, 900, 2);
  for (int i = 0; i < 18000; ++i) numbers.push_back(0);  // as after Relu: the ends are rarer now
  Range with_zeros = Counted(numbers).Percentile(99);
  EXPECT_NEAR(with_zeros.max, 900, 2);
}

TEST(Histogram, LeastSquaresCutsWhatIsNotWorthItsCodes) {
  std::vector<float> numbers = Bell(12);
  Range whole = EndsOf(numbers), best = Counted(numbers).LeastSquares(DType::kI8);
  EXPECT_LT(best.max, 6);
  EXPECT_GT(best.max, 2.5f);
  EXPECT_LT(best.min, -2.5f);
  EXPECT_LT(SquaredError(numbers, best, DType::kI8), 0.7 * SquaredError(numbers, whole, DType::kI8));
  EXPECT_EQ(Counted(numbers).LeastSquares(DType::kI16).max, 12) << "16 bits have room for all";
}

TEST(Histogram, LeastDivergenceCutsAnOutlierOnly) {
  Range cut = Counted(Bell(30)).LeastDivergence();
  EXPECT_LT(cut.max, 10);
  EXPECT_GT(cut.max, 2);
  EXPECT_LT(cut.min, -2);
  std::vector<float> even;
  for (int i = 0; i < 20480; ++i) even.push_back(static_cast<float>(i + 1) / 20480);
  EXPECT_GT(Counted(even).LeastDivergence().max, 0.95f);
}

TEST(Histogram, OnePointOrNothingKeepsItsRange) {
  Histogram zeros({0, 0});
  zeros.Add(std::vector<float>{0, 0});
  for (Range r : {zeros.Percentile(99), zeros.LeastSquares(DType::kI8), zeros.LeastDivergence()}) {
    EXPECT_EQ(r.min, 0);
    EXPECT_EQ(r.max, 0);
  }
  Histogram none({-1, 2});
  for (Range r : {none.Percentile(99.9), none.LeastSquares(DType::kI8), none.LeastDivergence()}) {
    EXPECT_LE(r.min, 0);
    EXPECT_GE(r.max, 0);
    EXPECT_TRUE(std::isfinite(r.min) && std::isfinite(r.max));
  }
}

}  // namespace
}  // namespace slipway::quantize
