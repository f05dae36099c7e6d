// Values from Keras 3.15.1.
#include "train/losses.h"

#include <gtest/gtest.h>

#include <cmath>

#include "train/nn/functional.h"

namespace slipway::train {
namespace {

Value M(Shape shape, std::initializer_list<float> values) { return Tensor::Of<float>(shape, values); }
Value Numbers(std::initializer_list<int64_t> values) {
  return Tensor::Of<int64_t>({static_cast<int64_t>(values.size())}, values);
}

std::vector<double> Elements(const Value& v) {
  Result<Tensor> t = v.Read();
  EXPECT_TRUE(t.ok()) << t.status().message();
  return t.ok() ? t->AsDoubles() : std::vector<double>{0};
}

const Value kYA = M({2, 3}, {0, 1, 0, 1, 0, 0}), kPA = M({2, 3}, {.1f, .7f, .2f, .3f, .5f, .2f});
const Value kYB = M({2, 2}, {1, 0, 0, 1}), kPB = M({2, 2}, {.8f, .1f, .3f, .6f});
const Value kZ = M({2, 3}, {2, -1, .5f, 0, 1, -2});

void ExpectLoss(const Loss& loss, const Value& y, const Value& p, double want, double tolerance = 5e-7) {
  EXPECT_NEAR(Elements(MeanLoss(loss, y, p))[0], want, tolerance) << LossName(loss);
}

TEST(Losses, Elementwise) {
  ExpectLoss(MeanSquaredError{}, kYA, kPA, .1533333);
  std::vector<double> rows = Elements(LossPerExample(MeanSquaredError{}, kYA, kPA));
  EXPECT_NEAR(rows[0], .0466667, 1e-6);
  EXPECT_NEAR(rows[1], .26, 1e-6);
  ExpectLoss(MeanAbsoluteError{}, kYA, kPA, .3333333);
  ExpectLoss(Huber{1}, kYA, kPA, .0766667);
  // keras.losses.Huber(0.5)
  ExpectLoss(Huber{.5}, M({1, 2}, {0, 1}), M({1, 2}, {2, .7f}), (0.875 + 0.045) / 2);
}

TEST(Losses, OfOneRow) {
  ExpectLoss(MeanAbsolutePercentageError{}, kYA, kPA, 1.6666667e8, 20);
  ExpectLoss(MeanSquaredLogarithmicError{}, kYA, kPA, .0753257);
  ExpectLoss(LogCosh{}, kYA, kPA, .0727422);
  ExpectLoss(LogCosh{}, M({1, 1}, {0}), M({1, 1}, {-200}), 200 - std::log(2.0), 2e-5);
  ExpectLoss(Poisson{}, kYA, kPA, .5934412);
  ExpectLoss(KLDivergence{}, kYA, kPA, .7803210);
  ExpectLoss(Hinge{}, kYA, kPA, 1.0);
  ExpectLoss(SquaredHinge{}, kYA, kPA, 1.1533334);
  // Labels of -1 and 1 are taken as they are.
  ExpectLoss(Hinge{}, M({1, 2}, {-1, 1}), M({1, 2}, {.5f, .25f}), (1.5 + .75) / 2);
  ExpectLoss(CategoricalHinge{}, kYA, kPA, .85);
  ExpectLoss(CosineSimilarity{}, kYA, kPA, -.7196218);
  ExpectLoss(CosineSimilarity{}, M({1, 2}, {1e-8f, 1e-8f}), M({1, 2}, {1e-8f, 2e-8f}), -.03);
}

TEST(Losses, OfEverything) {
  ExpectLoss(Dice{}, kYA, kPA, .5);
  ExpectLoss(Tversky{}, kYA, kPA, .5);
  // keras.losses.Tversky(alpha=0.3, beta=0.7)
  ExpectLoss(Tversky{.3, .7}, kYA, kPA, 1 - 1 / (1 + .3 * 1 + .7 * 1));
}

TEST(Losses, Focal) {
  ExpectLoss(BinaryFocalCrossentropy{}, kYB, kPB, .0309530);
  ExpectLoss(BinaryFocalCrossentropy{.apply_class_balancing = true}, kYB, kPB, .0118826);
  ExpectLoss(CategoricalFocalCrossentropy{}, kYA, kPA, .0777559);
  ExpectLoss(CategoricalGeneralizedCrossEntropy{}, Numbers({1, 0}), kPA, .6156174);
}

TEST(Losses, CircleOfEmbeddings) {
  // keras.losses.Circle() of these rows, normalized, and labels 0, 0, 1, 1.
  Value p = M({4, 2}, {.6f, .8f, .8f, .6f, -.6f, .8f, .28f, .96f});
  std::vector<double> rows = Elements(LossPerExample(Circle{}, Numbers({0, 0, 1, 1}), p));
  const double want[] = {44.615681, 25.728001, .0014636, 57.287685};
  for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(rows[i], want[i], 2e-5) << i;
  EXPECT_NEAR(Elements(LossPerExample(Circle{.remove_diagonal = false}, Numbers({0, 0, 1, 1}), p))[0], 45.246876, 2e-5);
  // Rows without a loss do not count.
  EXPECT_NEAR(Elements(MeanLoss(Circle{}, Numbers({1, 0}), M({2, 2}, {1, 0, 0, 1})))[0], 0, 1e-6);
}

TEST(Losses, WeightsAndReductions) {
  Value w = M({2}, {2, .5f});
  auto reduced = [&](Reduction r, const Value& weights) {
    return Elements(ReducedLoss(MeanSquaredError{}, r, kYA, kPA, weights))[0];
  };
  EXPECT_NEAR(reduced(Reduction::kSumOverBatchSize, w), .1116667, 1e-6);
  EXPECT_NEAR(reduced(Reduction::kMeanWithSampleWeight, w), .0893333, 1e-6);
  EXPECT_NEAR(reduced(Reduction::kSum, w), .2233333, 1e-6);
  EXPECT_NEAR(reduced(Reduction::kSum, {}), .3066667, 1e-6);
  // One weight per example for losses of positions.
  Value y = Tensor::Of<int32_t>({2, 2}, {0, 1, 1, 0}), p = M({2, 2, 2}, {.5f, .5f, .5f, .5f, .5f, .5f, .5f, .5f});
  EXPECT_NEAR(Elements(ReducedLoss(SparseCategoricalCrossentropy{}, Reduction::kSumOverBatchSize, y, p, w))[0],
              std::log(2.0) * 5 / 4, 1e-6);
  EXPECT_EQ(
      ReducedLoss(MeanSquaredError{}, Reduction::kSum, kYA, kPA, M({3}, {1, 1, 1})).status().message(),
      "the sample weights are f32[3] and the losses f32[2]; there must be one weight per example or per position");
}

TEST(Losses, IgnoredClassesDoNotCount) {
  ExpectLoss(SparseCategoricalCrossentropy{.ignore_class = 0}, Numbers({1, 0}), kPA, .3566749);
  ExpectLoss(SparseCategoricalCrossentropy{.ignore_class = -1}, Numbers({1, -1}), kPA, .3566749);
}

TEST(Losses, BinaryCrossentropyOfProbabilitiesAndLogits) {
  ExpectLoss(BinaryCrossentropy{}, kYB, kPB, .2990012);
  ExpectLoss(BinaryCrossentropy{.label_smoothing = .1}, kYB, kPB, .3594547);
  ExpectLoss(BinaryCrossentropy{.from_logits = true}, kYA, kZ, 1.0912673);
  ExpectLoss(BinaryCrossentropy{}, M({1, 1}, {1}), M({1, 1}, {0}), 16.118095, 2e-6);
  ExpectLoss(BinaryCrossentropy{}, M({1, 1}, {0}), M({1, 1}, {1}), 15.942385, 2e-6);
}

TEST(Losses, CategoricalCrossentropy) {
  ExpectLoss(CategoricalCrossentropy{}, kYA, kPA, .7803239);
  ExpectLoss(CategoricalCrossentropy{.label_smoothing = .1}, kYA, kPA, .8318791);
  ExpectLoss(CategoricalCrossentropy{.from_logits = true}, kYA, kZ, 2.2951617);
  ExpectLoss(CategoricalCrossentropy{}, M({1, 2}, {1, 0}), M({1, 2}, {.2f, .2f}), .6931472);
  ExpectLoss(SparseCategoricalCrossentropy{}, Numbers({1, 0}), kPA, .7803239);
  ExpectLoss(SparseCategoricalCrossentropy{.from_logits = true}, Numbers({1, 0}), kZ, 2.2951617);
}

// Saturated predictions: only the logits know how wrong they are.
TEST(Losses, GoBackToTheLogitsOfASoftmaxOrSigmoid) {
  Value z = M({1, 2}, {40, -40});
  ExpectLoss(SparseCategoricalCrossentropy{}, Numbers({1}), nn::Softmax(z), 80);
  ExpectLoss(CategoricalCrossentropy{}, M({1, 2}, {0, 1}), nn::Softmax(z), 80);
  ExpectLoss(BinaryCrossentropy{}, M({1, 2}, {0, 1}), nn::Sigmoid(z), 40);
  ExpectLoss(CategoricalCrossentropy{}, kYA, nn::Softmax(kZ), 2.2951617);
}

TEST(Losses, PositionsOfSequences) {
  Value z = M({1, 2, 3}, {2, -1, .5f, 0, 1, -2});
  Value per =
      LossPerExample(SparseCategoricalCrossentropy{.from_logits = true}, Tensor::Of<int32_t>({1, 2}, {1, 0}), z);
  EXPECT_EQ(per.shape(), (Shape{1, 2}));
  ExpectLoss(SparseCategoricalCrossentropy{.from_logits = true}, Tensor::Of<int32_t>({1, 2}, {1, 0}), z, 2.2951617);
}

TEST(Losses, ShapesAndTypesAreStrict) {
  auto error = [](const Loss& loss, const Value& y, const Value& p) { return MeanLoss(loss, y, p).status().message(); };
  EXPECT_EQ(
      error(MeanSquaredError{}, M({2, 1}, {1, 2}), kPA),
      "MeanSquaredError: the labels are f32[2,1] and the predictions f32[2,3]; this loss needs labels of the same "
      "shape and type, and never broadcasts or casts");
  EXPECT_NE(error(MeanSquaredError{}, M({2}, {1, 2}), M({2, 1}, {1, 2})), "ok");
  EXPECT_NE(error(MeanSquaredError{}, Tensor(DType::kI64, {2, 3}), kPA), "ok");
  EXPECT_EQ(
      error(SparseCategoricalCrossentropy{}, Tensor(DType::kI64, {2, 1}), kPA),
      "SparseCategoricalCrossentropy: the labels are i64[2,1] and the predictions f32[2,3]; class numbers must be "
      "i32 or i64 of shape [2] (the predictions' without the classes)");
  EXPECT_NE(error(SparseCategoricalCrossentropy{}, kYA, kPA), "ok");
  // A label outside of the classes is an error of the data, not a crash.
  EXPECT_FALSE(MeanLoss(SparseCategoricalCrossentropy{}, Numbers({1, 3}), kPA).ok());
}

TEST(Losses, Names) {
  EXPECT_STREQ(LossName(*LossByName("mse")), "MeanSquaredError");
  EXPECT_STREQ(LossName(*LossByName("sparse_categorical_crossentropy")), "SparseCategoricalCrossentropy");
  EXPECT_STREQ(LossName(*LossByName("Huber")), "Huber");
  EXPECT_FALSE(LossByName("crossentropy"));
  EXPECT_EQ(LossNames().size(), std::variant_size_v<Loss>);
  for (const std::string& name : LossNames()) EXPECT_EQ(LossName(*LossByName(name)), name);
}

}  // namespace
}  // namespace slipway::train
