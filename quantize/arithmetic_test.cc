// The affine scheme.
#include "quantize/arithmetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace slipway::quantize {
namespace {

using ::testing::ElementsAre;

TEST(ActivationQuant, CoversTheRangeAndZero) {
  Quantization q = ActivationQuant({-1, 2});
  EXPECT_FLOAT_EQ(q.scale[0], 3.0f / 255);
  EXPECT_EQ(q.zero_point[0], -43);
  EXPECT_EQ(ActivationQuant({1, 2}).zero_point[0], -128) << "widened to contain 0";
  EXPECT_EQ(ActivationQuant({-2, -1}).zero_point[0], 127);
}

TEST(ActivationQuant, APointOrADenormalRangeHasAUsableScale) {
  EXPECT_EQ(ActivationQuant({0, 0}).scale[0], 1.0f / 256);
  float tiny = std::numeric_limits<float>::denorm_min();
  EXPECT_GE(ActivationQuant({0, tiny}).scale[0], std::numeric_limits<float>::min());
}

TEST(ActivationQuant, SixteenBitsLieAroundZero) {
  EXPECT_EQ(ActivationQuant({-1, 2}, DType::kI16), (Quantization{{2.0f / 32767}, {0}, 0}));
  EXPECT_EQ(ActivationQuant({-3, 2}, DType::kI16), (Quantization{{3.0f / 32767}, {0}, 0}));
  EXPECT_EQ(ActivationQuant({0, 0}, DType::kI16).zero_point[0], 0);
}

TEST(QuantizeWeights, IsSymmetricPerChannel) {
  Tensor w = Tensor::Of<float>({3, 3}, {0.5f, -1.0f, 0.3137f, 0, 0, 0, 127, 63.5f, 1.25f});
  Tensor q = QuantizeWeights(w, 0);
  EXPECT_THAT(std::vector<int8_t>(q.as<int8_t>().begin(), q.as<int8_t>().end()),
              ElementsAre(64, -127, 40, 0, 0, 0, 127, 64, 1));
  EXPECT_THAT(q.type().quant.scale, ElementsAre(1.0f / 127, 1.0f, 1.0f));
}

// As FakeQuant leaves them: a finer step would round them once more.
TEST(QuantizeWeights, KeepsAStepThatWeightsHave) {
  Tensor q = QuantizeWeights(Tensor::Of<float>({1, 4}, {-0.3f, 0.1f, 0.9f, 5.0f}), 0);
  EXPECT_FLOAT_EQ(q.type().quant.scale[0], 0.05f);
  EXPECT_THAT(std::vector<int8_t>(q.as<int8_t>().begin(), q.as<int8_t>().end()), ElementsAre(-6, 2, 18, 100));
}

TEST(QuantizeWeights, PacksFourBits) {
  Tensor q = QuantizeWeights(Tensor::Of<float>({1, 4}, {-0.7f, 0.31f, 0.6f, 0.02f}), 0, {}, DType::kI4);
  EXPECT_FLOAT_EQ(q.type().quant.scale[0], 0.1f);
  const uint8_t* bytes = static_cast<const uint8_t*>(q.data());
  EXPECT_EQ(q.bytes(), 2u);
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(PackedInt4(bytes, i), (std::vector<int>{-7, 3, 6, 0}[i]));
}

TEST(QuantizeBias, HasTheScaleOfTheProducts) {
  float scales[] = {0.5f, 0.25f};
  Tensor q = QuantizeBias(Tensor::Of<float>({2}, {1.0f, -1e30f}), 0.1f, scales);
  EXPECT_EQ(q.as<int32_t>()[0], 20);
  EXPECT_EQ(q.as<int32_t>()[1], std::numeric_limits<int32_t>::min());
}

TEST(QuantizeBias, HasSixtyFourBitsAsked) {
  float scales[] = {0.5f, 0.25f};
  Tensor q = QuantizeBias(Tensor::Of<float>({2}, {1.0f, -1e10f}), 0.1f, scales, DType::kI64);
  EXPECT_EQ(q.as<int64_t>()[0], 20);
  EXPECT_NEAR(static_cast<double>(q.as<int64_t>()[1]), -4e11, 1e5);
}

TEST(FiniteRange, LooksAtEveryElement) {
  constexpr float kMost = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(FiniteRange({})->min, kMost);
  EXPECT_EQ(FiniteRange({})->max, -kMost);
  for (size_t n : {1, 5, 16, 39})
    for (size_t at = 0; at < n; ++at) {
      std::vector<float> x(n, 0.5f);
      x[at] = -3;
      EXPECT_EQ(FiniteRange(x)->min, -3);
      EXPECT_EQ(FiniteRange(x)->max, n == 1 ? -3 : 0.5f);
      x[at] = 3e38f;
      EXPECT_EQ(FiniteRange(x)->max, 3e38f);
      for (float bad : {kMost, -kMost, kNan}) {
        x[at] = bad;
        EXPECT_FALSE(FiniteRange(x).has_value()) << n << " " << at << " " << bad;
      }
    }
  EXPECT_EQ(FiniteRange(std::vector<float>(100, -3e38f))->max, -3e38f);  // their sum is infinite
}

}  // namespace
}  // namespace slipway::quantize
