#include "train/metrics.h"

#include <gtest/gtest.h>

namespace slipway::train {
namespace {

Value M(Shape shape, std::initializer_list<float> values) { return Tensor::Of<float>(shape, values); }

double Compute(const Metric& metric, const std::vector<std::pair<Value, Value>>& batches) {
  EXPECT_TRUE(CheckMetric(metric).ok()) << CheckMetric(metric).message();
  MetricSum sum;
  for (const auto& [y, p] : batches) {
    Value terms = ComputeMetric(metric, y, p);
    EXPECT_TRUE(terms.ok()) << terms.status().message();
    if (!terms.ok()) return -1;
    sum.Add(terms.Read()->as<float>());
  }
  return sum.Result(metric);
}
double Compute(const char* name, const Value& y, const Value& p) { return Compute(*MetricByName(name), {{y, p}}); }

// The curves' example, in two batches.
double OfScores(const MetricRule& rule) {
  return Compute({"metric", rule},
                 {{M({4}, {0, 0, 1, 1}), M({4}, {.1f, .4f, .35f, .8f})}, {M({2}, {1, 0}), M({2}, {.5f, .5f})}});
}

const Value kP = M({3, 3}, {.1f, .7f, .2f, .3f, .5f, .2f, .2f, .2f, .6f});

TEST(Metrics, AccuracyFollowsTheShapes) {
  EXPECT_NEAR(Compute("accuracy", Tensor::Of<int64_t>({3}, {1, 0, 2}), kP), 2.0 / 3, 1e-7);
  EXPECT_NEAR(Compute("accuracy", M({3, 3}, {0, 1, 0, 0, 1, 0, 1, 0, 0}), kP), 2.0 / 3, 1e-7);
  EXPECT_NEAR(Compute("accuracy", M({4, 1}, {1, 0, 1, 0}), M({4, 1}, {.6f, .4f, .5f, .9f})), .5, 1e-7);
}

TEST(Metrics, KerasRules) {
  // p = 0.5 counts as 0; of ties the first counts.
  EXPECT_EQ(Compute("BinaryAccuracy", M({1, 1}, {1}), M({1, 1}, {.5f})), 0);
  EXPECT_EQ(Compute("SparseCategoricalAccuracy", Tensor::Of<int32_t>({1}, {1}), M({1, 2}, {.5f, .5f})), 0);
  Value y = M({2, 3}, {0, 1, 0, 1, 0, 0}), p = M({2, 3}, {.1f, .7f, .2f, .3f, .5f, .2f});
  EXPECT_NEAR(Compute("mse", y, p), .1533333, 1e-6);
  EXPECT_NEAR(Compute("mae", y, p), .3333333, 1e-6);
  EXPECT_NEAR(Compute("RootMeanSquaredError", y, p), .3915780, 1e-6);
}

TEST(Metrics, BatchesCountByTheirSize) {
  Metric metric = *MetricByName("mse");
  EXPECT_EQ(metric.name, "mse");
  MetricSum sum;
  sum.Add(std::vector<float>{2, 2});
  sum.Add(std::vector<float>{12, 1});
  EXPECT_NEAR(sum.Result(metric), 14.0 / 3, 1e-12);
  EXPECT_EQ(MetricSum().Result(metric), 0);
}

const Value kYA = M({2, 3}, {0, 1, 0, 1, 0, 0}), kPA = M({2, 3}, {.1f, .7f, .2f, .3f, .5f, .2f});

TEST(Metrics, MeansOfLosses) {
  EXPECT_NEAR(Compute("KLDivergence", kYA, kPA), .7803210, 1e-6);
  EXPECT_NEAR(Compute("poisson", kYA, kPA), .5934413, 1e-6);
  EXPECT_NEAR(Compute("LogCoshError", kYA, kPA), .0727422, 1e-6);
  EXPECT_NEAR(Compute("CategoricalHinge", kYA, kPA), .85, 1e-6);
  EXPECT_NEAR(Compute("Hinge", kYA, kPA), 1, 1e-6);
  EXPECT_NEAR(Compute("SquaredHinge", kYA, kPA), 1.1533334, 1e-6);
  EXPECT_NEAR(Compute("CosineSimilarity", kYA, kPA), .7196218, 1e-6);
  EXPECT_NEAR(Compute("MeanSquaredLogarithmicError", kYA, kPA), .0753257, 1e-6);
  EXPECT_NEAR(Compute("BinaryCrossentropy", kYA, kPA), .4675738, 1e-6);
  EXPECT_NEAR(Compute("CategoricalCrossentropy", kYA, kPA), .7803239, 1e-6);
  EXPECT_NEAR(Compute("SparseCategoricalCrossentropy", Tensor::Of<int64_t>({2}, {1, 2}), kPA), .9830564, 1e-6);
}

TEST(Metrics, TopK) {
  const Metric two{"top", TopKCategoricalAccuracy{2}}, sparse{"top", SparseTopKCategoricalAccuracy{2}};
  EXPECT_EQ(Compute(two, {{kYA, kPA}}), 1);
  EXPECT_EQ(Compute(sparse, {{Tensor::Of<int64_t>({2}, {1, 2}), kPA}}), .5);
  EXPECT_FALSE(CheckMetric({"top", TopKCategoricalAccuracy{0}}).ok());
}

TEST(Metrics, CountsOfTwoClasses) {
  EXPECT_EQ(OfScores(Precision{}), 1);
  EXPECT_NEAR(OfScores(Recall{}), 1.0 / 3, 1e-7);
  EXPECT_EQ(OfScores(ConfusionCount{ConfusionCount::kTruePositives}), 1);
  EXPECT_EQ(OfScores(ConfusionCount{ConfusionCount::kTrueNegatives}), 3);
  EXPECT_EQ(OfScores(ConfusionCount{ConfusionCount::kFalsePositives}), 0);
  EXPECT_EQ(OfScores(ConfusionCount{ConfusionCount::kFalseNegatives}), 2);
  EXPECT_EQ(OfScores(BinaryIoU{}), .5);
}

TEST(Metrics, Curves) {
  EXPECT_NEAR(OfScores(Auc{}), .7222222, 1e-6);
  EXPECT_NEAR(OfScores(Auc{.curve = CurveKind::kPr}), .7761220, 1e-6);
  EXPECT_NEAR(OfScores(Auc{.num_thresholds = 5}), .7777778, 1e-6);
  EXPECT_NEAR(OfScores(BestAt{BestAt::kSpecificityAtSensitivity, .6}), 2.0 / 3, 1e-6);
  EXPECT_NEAR(OfScores(BestAt{BestAt::kSensitivityAtSpecificity, .6}), 2.0 / 3, 1e-6);
  EXPECT_NEAR(OfScores(BestAt{BestAt::kPrecisionAtRecall, .6}), 2.0 / 3, 1e-6);
  EXPECT_NEAR(OfScores(BestAt{BestAt::kRecallAtPrecision, .6}), 1, 1e-6);
}

TEST(Metrics, FBetaOfClasses) {
  Value y = M({3, 2}, {1, 0, 1, 1, 0, 1}), p = M({3, 2}, {.6f, .6f, .4f, .9f, .3f, .2f});
  auto score = [&](Average average) {
    return Compute({"f1", FBetaScore{.threshold = .5, .average = average}}, {{y, p}});
  };
  EXPECT_NEAR(score(Average::kMacro), .5833333, 1e-6);
  EXPECT_NEAR(score(Average::kMicro), .5714285, 1e-6);
  EXPECT_NEAR(score(Average::kWeighted), .5833333, 1e-6);
  EXPECT_NEAR(Compute({"f2", FBetaScore{.beta = 2}}, {{y, p}}), .5, 1e-6);
}

TEST(Metrics, R2AndOverlap) {
  EXPECT_NEAR(Compute("R2Score", M({3, 2}, {1, 1, 4, 2, 3, 4}), M({3, 2}, {2, 1, 4, 3, 4, 4})), .6785714, 1e-6);
  EXPECT_NEAR(Compute("R2Score", M({3, 1}, {1, 4, 3}), M({3, 1}, {2, 4, 4})), .5714285, 1e-6);
  Value classes = M({4, 3}, {1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0});
  EXPECT_NEAR(Compute({"iou", MeanIoU{3}}, {{Tensor::Of<int64_t>({4}, {0, 0, 1, 1}), classes}}), 1.0 / 3, 1e-7);
  EXPECT_FALSE(CheckMetric(*MetricByName("MeanIoU")).ok());
}

TEST(Metrics, AllAreFoundByName) {
  EXPECT_GE(MetricNames().size(), 37u);
  for (const std::string& name : MetricNames()) EXPECT_TRUE(MetricByName(name)) << name;
}

TEST(Metrics, MismatchesAreErrors) {
  EXPECT_EQ(ComputeMetric(*MetricByName("accuracy"), Tensor(DType::kI64, {2}), kP).status().message(),
            "accuracy: the labels are i64[2] and the predictions f32[3,3], which do not fit each other");
  EXPECT_FALSE(ComputeMetric(*MetricByName("mse"), M({3}, {1, 2, 3}), kP).ok());
}

}  // namespace
}  // namespace slipway::train
