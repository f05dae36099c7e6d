#include "train/metrics.h"

#include <gtest/gtest.h>

namespace slipway::train {
namespace {

Value M(Shape shape, std::initializer_list<float> values) { return Tensor::Of<float>(shape, values); }

double Compute(const char* name, const Value& y, const Value& p) {
  Metric metric = *MetricByName(name);
  MetricTerms terms = ComputeMetric(metric, y, p);
  EXPECT_TRUE(terms.total.ok()) << terms.total.status().message();
  if (!terms.total.ok()) return -1;
  MetricSum sum;
  sum.Add(terms.total.Read()->AsDoubles()[0], terms.count.Read()->AsDoubles()[0]);
  return sum.Result(metric);
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
  sum.Add(2, 2);
  sum.Add(12, 1);
  EXPECT_NEAR(sum.Result(metric), 14.0 / 3, 1e-12);
  EXPECT_EQ(MetricSum().Result(metric), 0);
}

TEST(Metrics, MismatchesAreErrors) {
  MetricTerms terms = ComputeMetric(*MetricByName("accuracy"), Tensor(DType::kI64, {2}), kP);
  EXPECT_EQ(terms.total.status().message(),
            "accuracy: the labels are i64[2] and the predictions f32[3,3], which do not fit each other");
  EXPECT_FALSE(ComputeMetric(*MetricByName("mse"), M({3}, {1, 2, 3}), kP).total.ok());
}

}  // namespace
}  // namespace slipway::train
