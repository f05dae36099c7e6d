#include "train/metrics.h"

#include <cmath>

#include "train/nn/functional.h"

namespace slipway::train {

using namespace nn;

namespace {

struct Named {
  const char *class_name, *identifier, *short_name;
  Metric metric;
};

const std::vector<Named>& All() {
  using K = MetricKind;
  static const std::vector<Named> all = {
      {"Accuracy", "accuracy", "acc", {K::kAccuracy, "accuracy"}},
      {"BinaryAccuracy", "binary_accuracy", "binary_accuracy", {K::kBinaryAccuracy, "binary_accuracy"}},
      {"CategoricalAccuracy",
       "categorical_accuracy",
       "categorical_accuracy",
       {K::kCategoricalAccuracy, "categorical_accuracy"}},
      {"SparseCategoricalAccuracy",
       "sparse_categorical_accuracy",
       "sparse_categorical_accuracy",
       {K::kSparseCategoricalAccuracy, "sparse_categorical_accuracy"}},
      {"MeanSquaredError", "mean_squared_error", "mse", {K::kMeanSquaredError, "mean_squared_error"}},
      {"MeanAbsoluteError", "mean_absolute_error", "mae", {K::kMeanAbsoluteError, "mean_absolute_error"}},
      {"RootMeanSquaredError",
       "root_mean_squared_error",
       "rmse",
       {K::kRootMeanSquaredError, "root_mean_squared_error"}},
  };
  return all;
}

bool Same(const Shape& a, const Shape& b) {
  return a.has_rank() && b.has_rank() && a.rank() == b.rank() && Compatible(a, b);
}

// Keras' rule for "accuracy".
MetricKind Choose(const Value& labels, const Value& p) {
  if (!Same(labels.shape(), p.shape())) return MetricKind::kSparseCategoricalAccuracy;
  return p.shape().rank() < 2 || p.shape().back() == 1 ? MetricKind::kBinaryAccuracy : MetricKind::kCategoricalAccuracy;
}

// The number of elements of per-element values.
Value CountOf(const Value& x) {
  Value ones = Mul(x, Scalar(0));
  return Sum(Add(ones, Scalar(1)));
}

MetricTerms Terms(const Value& per_element) {
  if (!per_element.ok()) return {per_element, per_element};
  Value count = per_element.shape().IsStatic() ? Scalar(static_cast<double>(per_element.shape().Elements()))
                                               : CountOf(per_element);
  return {Sum(per_element), count};
}

Status Mismatch(const Metric& metric, const Value& labels, const Value& p) {
  return BadInput(metric.name, ": the labels are ", labels.type(), " and the predictions ", p.type(),
                  ", which do not fit each other");
}

}  // namespace

std::optional<Metric> MetricByName(std::string_view name) {
  for (const Named& n : All())
    if (name == n.class_name || name == n.identifier || name == n.short_name) {
      Metric metric = n.metric;
      if (name == n.short_name) metric.name = name;
      return metric;
    }
  return std::nullopt;
}

std::vector<std::string> MetricNames() {
  std::vector<std::string> names;
  for (const Named& n : All()) names.emplace_back(n.class_name);
  return names;
}

MetricTerms ComputeMetric(const Metric& metric, const Value& labels, const Value& p) {
  if (!labels.ok()) return {labels, labels};
  if (!p.ok()) return {p, p};
  NameScope scope(metric.name);
  MetricKind kind = metric.kind == MetricKind::kAccuracy ? Choose(labels, p) : metric.kind;
  bool sparse = kind == MetricKind::kSparseCategoricalAccuracy;
  bool fits =
      sparse
          ? labels.shape().has_rank() && p.shape().has_rank() && labels.shape().rank() + 1 == p.shape().rank() &&
                Compatible(labels.shape(), Shape(p.shape().dims().first(static_cast<size_t>(p.shape().rank() - 1)))) &&
                IsInteger(labels.dtype())
          : Same(labels.shape(), p.shape()) && labels.dtype() == p.dtype();
  if (!fits) {
    Value error = Mismatch(metric, labels, p);
    return {error, error};
  }
  switch (kind) {
    case MetricKind::kBinaryAccuracy: {
      Value predicted = Cast(Greater(p, Scalar(metric.threshold, p.dtype())), p.dtype());
      return Terms(Cast(Equal(predicted, labels), DType::kF32));
    }
    case MetricKind::kCategoricalAccuracy:
      return Terms(Cast(Equal(ArgMax(p), ArgMax(labels)), DType::kF32));
    case MetricKind::kSparseCategoricalAccuracy:
      return Terms(Cast(Equal(ArgMax(p), Cast(labels, DType::kI64)), DType::kF32));
    case MetricKind::kMeanAbsoluteError:
      return Terms(Abs(Sub(p, labels)));
    default:
      return Terms(Square(Sub(p, labels)));
  }
}

double MetricSum::Result(const Metric& metric) const {
  if (count == 0) return 0;
  double mean = total / count;
  return metric.kind == MetricKind::kRootMeanSquaredError ? std::sqrt(mean) : mean;
}

}  // namespace slipway::train
