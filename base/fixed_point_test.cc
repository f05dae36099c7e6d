#include "base/fixed_point.h"

#include <gtest/gtest.h>

namespace slipway {
namespace {

TEST(FixedPoint, FactorsBecomeMantissaAndShift) {
  FixedMultiplier half = QuantizeMultiplier(0.5);
  EXPECT_EQ(half.multiplier, 1 << 30);
  EXPECT_EQ(half.shift, 0);
  FixedMultiplier three = QuantizeMultiplier(3);
  EXPECT_EQ(three.multiplier, 3 << 29);
  EXPECT_EQ(three.shift, 2);
  FixedMultiplier almost = QuantizeMultiplier(0.99999999999);  // rounds up to 1
  EXPECT_EQ(almost.multiplier, 1 << 30);
  EXPECT_EQ(almost.shift, 1);
  EXPECT_EQ(QuantizeMultiplier(0).multiplier, 0);
  EXPECT_EQ(QuantizeMultiplier(1e-12).multiplier, 0);
  for (double large : {0x1p31, 1e300, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(QuantizeMultiplier(large).multiplier, std::numeric_limits<int32_t>::max()) << large;
}

TEST(FixedPoint, ProductsAreWithinOneOfTheRealProduct) {
  for (double factor : {0.7, 0.0123, 0.5, 1.0, 3.9, 1.0 / 3})
    for (int32_t x : {0, 1, -1, 7, -7, 100, -100, 12345, -12345, 8000000, -8000000}) {
      FixedMultiplier m = QuantizeMultiplier(factor);
      EXPECT_NEAR(MultiplyFixed(x, m), factor * x, 1.01);
      EXPECT_NEAR(MultiplyFixedOnce(x, m), factor * x, 0.51);
      if (std::abs(x) < 20000) {
        EXPECT_NEAR(MultiplyFixed64(x, m), factor * x, 1.01);
      }
    }
}

TEST(FixedPoint, Ties) {
  FixedMultiplier half = QuantizeMultiplier(0.5);
  EXPECT_EQ(MultiplyFixed(3, half), 2);
  EXPECT_EQ(MultiplyFixed(-3, half), -1);  // the doubling product rounds -1.5 up
  EXPECT_EQ(MultiplyFixedOnce(3, half), 2);
  EXPECT_EQ(MultiplyFixedOnce(-3, half), -1);
  FixedMultiplier quarter = QuantizeMultiplier(0.25);
  EXPECT_EQ(MultiplyFixed(-6, quarter), -2);  // and the shift rounds away from zero
  EXPECT_EQ(MultiplyFixedOnce(-6, quarter), -1);
}

TEST(FixedPoint, Extremes) {
  EXPECT_EQ(SaturatingRoundingDoublingHighMul(INT32_MIN, INT32_MIN), INT32_MAX);
  EXPECT_EQ(RoundingDivideByPowerOfTwo(INT32_MIN, 31), -1);
  EXPECT_EQ(RoundingDivideByPowerOfTwo(INT32_MAX, 31), 1);
  EXPECT_EQ(MultiplyFixedOnce(INT32_MAX, QuantizeMultiplier(3.9)), INT32_MAX);
  EXPECT_EQ(MultiplyFixedOnce(INT32_MIN, QuantizeMultiplier(3.9)), INT32_MIN);
  EXPECT_EQ(MultiplyFixed(5, QuantizeMultiplier(1e30)), 1 << 30);  // saturated factor, wrapped product
}

}  // namespace
}  // namespace slipway
