// Values from TensorFlow 2.21 and Keras 3.15.1.
#include "train/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace slipway::train {
namespace {

void ExpectNear(const std::vector<float>& got, std::initializer_list<double> want) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want.begin()[i], 2e-7) << i;
}

TEST(StatelessStream, TensorFlowsNumbers) {
  StatelessStream s(1, 2);
  ExpectNear(s.Uniform(8),
             {.844060421, .192045331, .996223211, .160387397, .27199018, .649345994, .106944442, .0651624203});
  ExpectNear(s.Normal(4), {.5441101, .2073803, .0735643, .0464346});
  ExpectNear(s.TruncatedNormal(4), {.5441101, .2073803, .0735643, .0464346});
}

TEST(StatelessStream, KerasSeeds) {
  ExpectNear(StatelessStream(1).Uniform(3), {.8784882, .4599802, .6002913});
  ExpectNear(StatelessStream(1).Normal(3), {.1266503, -.4930166, .6311907});
}

TEST(StatelessStream, TruncatedNumbersStayBelowTwo) {
  std::vector<float> v = StatelessStream(7).TruncatedNormal(4001);
  ASSERT_EQ(v.size(), 4001u);
  double sum = 0, squares = 0;
  for (float x : v) {
    EXPECT_LT(std::abs(x), 2);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 4001, 0, 0.05);
  EXPECT_NEAR(std::sqrt(squares / 4001), 0.8796, 0.03);
}

}  // namespace
}  // namespace slipway::train
