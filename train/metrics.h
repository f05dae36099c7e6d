#pragma once
// Metrics with Keras' names and rules. A batch contributes a sum and a number of elements; the metric is the quotient
// of their totals, so batches of different sizes count right.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "train/apply.h"

namespace slipway::train {

enum class MetricKind {
  kAccuracy,  // one of the next three, by the shapes of labels and predictions
  kBinaryAccuracy,
  kCategoricalAccuracy,
  kSparseCategoricalAccuracy,
  kMeanSquaredError,
  kMeanAbsoluteError,
  kRootMeanSquaredError,
};

struct Metric {
  MetricKind kind = MetricKind::kAccuracy;
  std::string name = "accuracy";  // in logs
  double threshold = 0.5;         // BinaryAccuracy: a prediction above it counts as 1
};

// By Keras' class name or identifier, with its default name; nothing if there is none.
std::optional<Metric> MetricByName(std::string_view name);
std::vector<std::string> MetricNames();

// f32 scalars.
struct MetricTerms {
  Value total, count;
};
MetricTerms ComputeMetric(const Metric& metric, const Value& labels, const Value& predictions);

// The running metric on the host.
struct MetricSum {
  double total = 0, count = 0;
  void Add(double t, double n) {
    total += t;
    count += n;
  }
  // 0 before the first batch, as Keras.
  double Result(const Metric& metric) const;
};

}  // namespace slipway::train
