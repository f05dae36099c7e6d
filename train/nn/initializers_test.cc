#include "train/nn/initializers.h"

#include <gtest/gtest.h>
#include <algorithm>

#include <cmath>

namespace slipway::train::nn {
namespace {

std::vector<double> Values(const Initializer& init, const Shape& shape, uint64_t stream = 3) {
  Result<Tensor> t = Initialize(init, shape, stream);
  EXPECT_TRUE(t.ok()) << t.status().message();
  return t.ok() ? t->AsDoubles() : std::vector<double>{};
}

double Largest(const std::vector<double>& v) {
  double largest = 0;
  for (double x : v) largest = std::max(largest, std::abs(x));
  return largest;
}

double Stddev(const std::vector<double>& v) {
  double squares = 0;
  for (double x : v) squares += x * x;
  return std::sqrt(squares / static_cast<double>(v.size()));
}

// keras.initializers.GlorotUniform(seed=1)((2, 2))
TEST(Initializers, GlorotUniformHasKerasNumbers) {
  Initializer init = GlorotUniform();
  init.seed = 1;
  std::vector<double> v = Values(init, {2, 2});
  const double want[] = {0.9271029, -0.0980279, 0.2456625, -0.2630809};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(v[i], want[i], 2e-7);
}

TEST(Initializers, LimitsFollowTheFans) {
  struct Row {
    const char* name;
    Shape shape;
    double limit, stddev;
  };
  // 3x3 filter, 4 channels in, 8 out: fans 36 and 72.
  const Row rows[] = {
      {"GlorotUniform", {3, 3, 4, 8}, std::sqrt(6.0 / 108), std::sqrt(2.0 / 108)},
      {"HeUniform", {3, 3, 4, 8}, std::sqrt(6.0 / 36), std::sqrt(2.0 / 36)},
      {"LecunUniform", {3, 3, 4, 8}, std::sqrt(3.0 / 36), std::sqrt(1.0 / 36)},
      {"GlorotNormal", {40, 68}, 2 * std::sqrt(2.0 / 108) / .87962566103423978, std::sqrt(2.0 / 108)},
      {"HeNormal", {36, 72}, 2 * std::sqrt(2.0 / 36) / .87962566103423978, std::sqrt(2.0 / 36)},
      {"LecunNormal", {36, 72}, 2 * std::sqrt(1.0 / 36) / .87962566103423978, std::sqrt(1.0 / 36)},
      {"RandomUniform", {50, 60}, .05, .05 / std::sqrt(3.0)},
      {"TruncatedNormal", {50, 60}, .1, .0440},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    std::vector<double> v = Values(*InitializerByName(row.name), row.shape);
    EXPECT_LE(Largest(v), row.limit * 1.000001);
    EXPECT_GT(Largest(v), row.limit * 0.9);
    EXPECT_NEAR(Stddev(v), row.stddev, row.stddev * 0.08);
  }
}

TEST(Initializers, OrthogonalColumns) {
  for (const Shape& shape : {Shape{6, 4}, Shape{4, 6}, Shape{2, 3, 4}}) {
    std::vector<double> v = Values(*InitializerByName("orthogonal"), shape);
    int64_t columns = shape.back(), rows = shape.Elements() / columns;
    bool tall = rows >= columns;
    int64_t vectors = tall ? columns : rows, length = tall ? rows : columns;
    for (int64_t a = 0; a < vectors; ++a)
      for (int64_t b = 0; b <= a; ++b) {
        double dot = 0;
        for (int64_t i = 0; i < length; ++i)
          dot += tall ? v[static_cast<size_t>(i * columns + a)] * v[static_cast<size_t>(i * columns + b)]
                      : v[static_cast<size_t>(a * columns + i)] * v[static_cast<size_t>(b * columns + i)];
        EXPECT_NEAR(dot, a == b, 1e-6);
      }
  }
  EXPECT_FALSE(Initialize(*InitializerByName("orthogonal"), {4}, 1).ok());
}

TEST(Initializers, StreamsAndConstants) {
  EXPECT_EQ(Values(GlorotUniform(), {3, 3}, 5), Values(GlorotUniform(), {3, 3}, 5));
  EXPECT_NE(Values(GlorotUniform(), {3, 3}, 5), Values(GlorotUniform(), {3, 3}, 6));
  EXPECT_EQ(Values(Zeros(), {2}), (std::vector<double>{0, 0}));
  EXPECT_EQ(Values(Ones(), {2}), (std::vector<double>{1, 1}));
  EXPECT_EQ(Values(Constant(2.5), {2}), (std::vector<double>{2.5, 2.5}));
  EXPECT_EQ(Values(*InitializerByName("Identity"), {2, 3}), (std::vector<double>{1, 0, 0, 0, 1, 0}));
  EXPECT_FALSE(InitializerByName("GlorotUnifrom"));
}

}  // namespace
}  // namespace slipway::train::nn
