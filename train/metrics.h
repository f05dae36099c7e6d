#pragma once
// Metrics with Keras' names, arguments (Fields) and rules. A batch contributes terms that add up (counts of right
// answers, of true positives at each threshold, a confusion matrix, ...); the metric is a function of their totals, so
// batches of different sizes count right. Labels and predictions must fit each other exactly, as for losses.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "train/apply.h"
#include "train/losses.h"

namespace slipway::train {

struct Accuracy {  // one of the next three, by the shapes of labels and predictions
  static void Fields(auto&, auto&&) {}
};
struct BinaryAccuracy {  // a prediction above the threshold counts as 1
  double threshold = 0.5;
  static void Fields(auto& m, auto&& f) { f("threshold", m.threshold); }
};
struct CategoricalAccuracy {  // of ties the first class
  static void Fields(auto&, auto&&) {}
};
struct SparseCategoricalAccuracy {
  static void Fields(auto&, auto&&) {}
};
struct TopKCategoricalAccuracy {  // fewer than k classes have a larger prediction than the right one
  int64_t k = 5;
  static void Fields(auto& m, auto&& f) { f("k", m.k); }
};
struct SparseTopKCategoricalAccuracy {
  int64_t k = 5;
  static void Fields(auto& m, auto&& f) { f("k", m.k); }
};
struct MeanOfLoss {  // over the examples
  Loss loss;
  double sign = 1;
  static void Fields(auto& m, auto&& f) {
    std::visit([&](auto& l) { std::decay_t<decltype(l)>::Fields(l, f); }, m.loss);
  }
};
struct RootMeanSquaredError {
  static void Fields(auto&, auto&&) {}
};
struct R2Score {  // the mean of the outputs' scores; predictions [n, outputs]
  static void Fields(auto&, auto&&) {}
};

// Of two classes; predictions above the threshold are positive. 0 / 0 is 0.
struct ConfusionCount {
  enum Kind { kTruePositives, kFalsePositives, kFalseNegatives, kTrueNegatives } kind = kTruePositives;
  double threshold = 0.5;
  static void Fields(auto& m, auto&& f) { f("threshold", m.threshold); }
};
struct Precision {
  double threshold = 0.5;
  static void Fields(auto& m, auto&& f) { f("threshold", m.threshold); }
};
struct Recall {
  double threshold = 0.5;
  static void Fields(auto& m, auto&& f) { f("threshold", m.threshold); }
};
enum class Average { kMacro, kMicro, kWeighted };
enum class CurveKind { kRoc, kPr };
// Words of configurations.
inline std::span<const char* const> EnumNames(Average) {
  static constexpr const char* kNames[] = {"macro", "micro", "weighted"};
  return kNames;
}
inline std::span<const char* const> EnumNames(CurveKind) {
  static constexpr const char* kNames[] = {"ROC", "PR"};
  return kNames;
}

struct FBetaScore {  // of [n, classes]; one number (Keras' default is one per class)
  double beta = 1;
  std::optional<double> threshold;  // none: the largest prediction of a row
  Average average = Average::kMacro;
  static void Fields(auto& m, auto&& f) {
    f("beta", m.beta);
    f("threshold", m.threshold);
    f("average", m.average);
  }
};
struct Auc {  // ROC by trapezoids, PR as Davis and Goadrich 2006 interpolate it
  int64_t num_thresholds = 200;
  CurveKind curve = CurveKind::kRoc;
  static void Fields(auto& m, auto&& f) {
    f("num_thresholds", m.num_thresholds);
    f("curve", m.curve);
  }
};
struct BestAt {  // the best of one rate where another is at least `least`
  enum Kind {
    kSpecificityAtSensitivity,
    kSensitivityAtSpecificity,
    kPrecisionAtRecall,
    kRecallAtPrecision
  } kind = kSpecificityAtSensitivity;
  double least = 0.5;
  int64_t num_thresholds = 200;
  static void Fields(auto& m, auto&& f) {
    static constexpr const char* kLeast[] = {"sensitivity", "specificity", "recall", "precision"};
    f(kLeast[m.kind], m.least);
    f("num_thresholds", m.num_thresholds);
  }
};
struct BinaryIoU {  // mean over both classes; a prediction of the threshold or more is positive
  double threshold = 0.5;
  static void Fields(auto& m, auto&& f) { f("threshold", m.threshold); }
};
struct MeanIoU {  // labels: class numbers, predictions: one number per class; classes that never occur are left out
  int64_t num_classes = 0;
  static constexpr const char* kRequired[] = {"num_classes"};
  static void Fields(auto& m, auto&& f) { f("num_classes", m.num_classes); }
};

using MetricRule =
    std::variant<Accuracy, BinaryAccuracy, CategoricalAccuracy, SparseCategoricalAccuracy, TopKCategoricalAccuracy,
                 SparseTopKCategoricalAccuracy, MeanOfLoss, RootMeanSquaredError, R2Score, ConfusionCount, Precision,
                 Recall, FBetaScore, Auc, BestAt, BinaryIoU, MeanIoU>;

struct Metric {
  std::string name = "accuracy";  // in logs
  MetricRule rule = Accuracy{};
};

// By Keras' class name or identifier, with its default name and arguments; nothing if there is none.
std::optional<Metric> MetricByName(std::string_view name);
std::vector<std::string> MetricNames();
Status CheckMetric(const Metric& metric);
// Scores; of errors less is better.
bool MoreIsBetter(const Metric& metric);

// The terms of a batch, f32 [n] with the same n for every batch.
Value ComputeMetric(const Metric& metric, const Value& labels, const Value& predictions);

// The running metric on the host.
struct MetricSum {
  std::vector<double> totals;  // empty before the first batch
  void Add(std::span<const float> terms);
  // 0 before the first batch, as Keras.
  double Result(const Metric& metric) const;
};

}  // namespace slipway::train
