#include "interpreter/math/float_vector.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "gtest/gtest.h"

namespace slipway::interpreter {
namespace {

using V = FloatVector<4>;

// The error of a float result in units in the last place of the exact one.
double UlpError(float got, double exact) {
  float rounded = static_cast<float>(exact);
  if (std::isnan(exact)) return std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : INFINITY;
  int exponent;
  std::frexp(rounded, &exponent);
  return std::abs(got - exact) / std::ldexp(1.0, std::max(exponent, -125) - 24);
}

// Over all floats, one of `step`, whose result is a normal number, zero, infinity or NaN.
double LargestError(V (*f)(V), double (*exact)(double), uint64_t step = 20011) {
  double largest = 0;
  for (uint64_t first = 0; first < (1ull << 32); first += step * 4) {
    float x[4], y[4];
    for (uint64_t i = 0; i < 4; ++i) {
      uint32_t bits = static_cast<uint32_t>(first + i * step);
      std::memcpy(&x[i], &bits, sizeof(bits));
    }
    f(V::Load(x)).Store(y);
    for (int i = 0; i < 4; ++i) {
      double want = exact(x[i]);
      if (want != 0 && std::abs(want) < std::numeric_limits<float>::min()) continue;
      largest = std::max(largest, UlpError(y[i], want));
    }
  }
  return largest;
}

double Logistic(double x) { return 1 / (1 + std::exp(-x)); }

TEST(FloatVectorTest, FunctionsKeepTheirErrors) {
  EXPECT_LE(LargestError([](V x) { return exp(x); }, std::exp), 1);
  EXPECT_LE(LargestError([](V x) { return expm1(x); }, std::expm1), 1.5);
  EXPECT_LE(LargestError([](V x) { return log(x); }, std::log), 1);
  EXPECT_LE(LargestError([](V x) { return log1p(x); }, std::log1p), 1);
  EXPECT_LE(LargestError([](V x) { return tanh(x); }, std::tanh), 1.5);
  EXPECT_LE(LargestError([](V x) { return logistic(x); }, Logistic), 2.5);
  EXPECT_LE(LargestError([](V x) { return erf(x); }, std::erf), 5);
}

TEST(FloatVectorTest, RoundingIsExact) {
  EXPECT_EQ(LargestError([](V x) { return floor(x); }, std::floor), 0);
  EXPECT_EQ(LargestError([](V x) { return ceil(x); }, std::ceil), 0);
  EXPECT_EQ(LargestError([](V x) { return nearbyint(x); }, std::nearbyint), 0);
  EXPECT_LE(LargestError([](V x) { return sqrt(x); }, std::sqrt), 0.5);
}

TEST(FloatVectorTest, ZeroKeepsItsSign) {
  for (V (*f)(V) : {+[](V x) { return floor(x); }, +[](V x) { return ceil(x); }, +[](V x) { return nearbyint(x); },
                    +[](V x) { return tanh(x); }, +[](V x) { return erf(x); }, +[](V x) { return expm1(x); }}) {
    EXPECT_TRUE(std::signbit(f(V(-0.0f)).v[0]));
    EXPECT_FALSE(std::signbit(f(V(0.0f)).v[0]));
  }
  EXPECT_TRUE(std::signbit(ceil(V(-0.5f)).v[0]));
}

TEST(FloatVectorTest, PartialLoadsAndStores) {
  float x[3] = {1, 2, 3}, y[4] = {9, 9, 9, 9};
  V v = V::LoadPart(x, 3, -1);
  EXPECT_EQ(v.v[3], -1);
  v.StorePart(y, 2);
  EXPECT_EQ(y[1], 2);
  EXPECT_EQ(y[2], 9);
}

}  // namespace
}  // namespace slipway::interpreter
