#include "train/metrics.h"

#include <algorithm>
#include <cmath>

#include "ops/one_hot/one_hot.h"
#include "train/nn/arithmetic.h"

namespace slipway::train {

using namespace nn;

namespace {

constexpr double kEpsilon = 1e-7;  // Keras' backend.epsilon()

struct Named {
  const char *class_name, *identifier, *short_name;
  MetricRule rule;
};

const std::vector<Named>& All() {
  using Count = ConfusionCount;
  static const std::vector<Named> all = {
      {"Accuracy", "accuracy", "acc", Accuracy{}},
      {"BinaryAccuracy", "binary_accuracy", "binary_accuracy", BinaryAccuracy{}},
      {"CategoricalAccuracy", "categorical_accuracy", "categorical_accuracy", CategoricalAccuracy{}},
      {"SparseCategoricalAccuracy", "sparse_categorical_accuracy", "sparse_categorical_accuracy",
       SparseCategoricalAccuracy{}},
      {"TopKCategoricalAccuracy", "top_k_categorical_accuracy", "top_k_categorical_accuracy",
       TopKCategoricalAccuracy{}},
      {"SparseTopKCategoricalAccuracy", "sparse_top_k_categorical_accuracy", "sparse_top_k_categorical_accuracy",
       SparseTopKCategoricalAccuracy{}},
      {"MeanSquaredError", "mean_squared_error", "mse", MeanOfLoss{MeanSquaredError{}}},
      {"RootMeanSquaredError", "root_mean_squared_error", "rmse", RootMeanSquaredError{}},
      {"MeanAbsoluteError", "mean_absolute_error", "mae", MeanOfLoss{MeanAbsoluteError{}}},
      {"MeanAbsolutePercentageError", "mean_absolute_percentage_error", "mape",
       MeanOfLoss{MeanAbsolutePercentageError{}}},
      {"MeanSquaredLogarithmicError", "mean_squared_logarithmic_error", "msle",
       MeanOfLoss{MeanSquaredLogarithmicError{}}},
      {"CosineSimilarity", "cosine_similarity", "cosine_similarity", MeanOfLoss{CosineSimilarity{}, -1}},
      {"LogCoshError", "logcosh", "log_cosh_error", MeanOfLoss{LogCosh{}}},
      {"R2Score", "r2_score", "r2", R2Score{}},
      {"Poisson", "poisson", "poisson", MeanOfLoss{Poisson{}}},
      {"KLDivergence", "kl_divergence", "kld", MeanOfLoss{KLDivergence{}}},
      {"BinaryCrossentropy", "binary_crossentropy", "bce", MeanOfLoss{BinaryCrossentropy{}}},
      {"CategoricalCrossentropy", "categorical_crossentropy", "categorical_crossentropy",
       MeanOfLoss{CategoricalCrossentropy{}}},
      {"SparseCategoricalCrossentropy", "sparse_categorical_crossentropy", "sparse_categorical_crossentropy",
       MeanOfLoss{SparseCategoricalCrossentropy{}}},
      {"Hinge", "hinge", "hinge", MeanOfLoss{Hinge{}}},
      {"SquaredHinge", "squared_hinge", "squared_hinge", MeanOfLoss{SquaredHinge{}}},
      {"CategoricalHinge", "categorical_hinge", "categorical_hinge", MeanOfLoss{CategoricalHinge{}}},
      {"TruePositives", "true_positives", "true_positives", Count{Count::kTruePositives}},
      {"FalsePositives", "false_positives", "false_positives", Count{Count::kFalsePositives}},
      {"FalseNegatives", "false_negatives", "false_negatives", Count{Count::kFalseNegatives}},
      {"TrueNegatives", "true_negatives", "true_negatives", Count{Count::kTrueNegatives}},
      {"Precision", "precision", "precision", Precision{}},
      {"Recall", "recall", "recall", Recall{}},
      {"F1Score", "f1_score", "f1", FBetaScore{}},
      {"FBetaScore", "fbeta_score", "fbeta", FBetaScore{}},
      {"AUC", "auc", "auc", Auc{}},
      {"SpecificityAtSensitivity", "specificity_at_sensitivity", "specificity_at_sensitivity",
       BestAt{BestAt::kSpecificityAtSensitivity}},
      {"SensitivityAtSpecificity", "sensitivity_at_specificity", "sensitivity_at_specificity",
       BestAt{BestAt::kSensitivityAtSpecificity}},
      {"PrecisionAtRecall", "precision_at_recall", "precision_at_recall", BestAt{BestAt::kPrecisionAtRecall}},
      {"RecallAtPrecision", "recall_at_precision", "recall_at_precision", BestAt{BestAt::kRecallAtPrecision}},
      {"BinaryIoU", "binary_io_u", "binary_iou", BinaryIoU{}},
      {"MeanIoU", "mean_io_u", "mean_iou", MeanIoU{}},
  };
  return all;
}

bool Same(const Shape& a, const Shape& b) {
  return a.has_rank() && b.has_rank() && a.rank() == b.rank() && Compatible(a, b);
}

// What labels must look like beside predictions of one number per class.
enum class Labels { kLikePredictions, kClassNumbers };

bool Fits(Labels form, const Value& y, const Value& p) {
  if (form == Labels::kLikePredictions) return Same(y.shape(), p.shape()) && y.dtype() == p.dtype();
  const Shape &ys = y.shape(), &ps = p.shape();
  return ys.has_rank() && ps.has_rank() && ps.rank() >= 1 && ys.rank() + 1 == ps.rank() && IsInteger(y.dtype()) &&
         Compatible(ys, Shape(ps.dims().first(static_cast<size_t>(ps.rank() - 1))));
}

// Keras' rule for "accuracy".
MetricRule Resolve(const MetricRule& rule, const Value& labels, const Value& p) {
  if (!std::holds_alternative<Accuracy>(rule)) return rule;
  if (!Same(labels.shape(), p.shape())) return SparseCategoricalAccuracy{};
  if (p.shape().rank() < 2 || p.shape().back() == 1) return BinaryAccuracy{};
  return CategoricalAccuracy{};
}

Value Float(const Value& x) { return Cast(x, DType::kF32); }
Value Column(const Value& x) { return Reshape(Float(x), {-1, 1}); }
Value Row(std::vector<Value> scalars) {
  for (Value& s : scalars) s = Reshape(s, {1});
  return Concat(std::move(scalars), 0);
}

// Sum and number of per-example values.
Value SumAndCount(const Value& each) {
  if (!each.ok()) return each;
  Value count = each.shape().IsStatic() ? Scalar(static_cast<double>(each.shape().Elements())) : Sum(0 * each + 1);
  return Row({Sum(each), count});
}

Value OneHotRows(const Value& numbers, int64_t classes) {
  return Apply(ops::OneHot{},
               {Reshape(numbers, {-1}), Scalar(static_cast<double>(classes), DType::kI32), Scalar(1), Scalar(0)});
}

// True and false positives, false and true negatives of `predicted`, 0 or 1, over the rows of two columns.
Value Confusion(const Value& y, const Value& predicted) {
  Value labels = Column(y), p = Column(predicted);
  return Row({Sum(labels * p), Sum((1 - labels) * p), Sum(labels * (1 - p)), Sum((1 - labels) * (1 - p))});
}
Value ConfusionAbove(const Value& y, const Value& p, double threshold) {
  return Confusion(y, Greater(p, Scalar(threshold, p.dtype())));
}

// True positives at each threshold, false positives at each, and how many positive and negative labels there are.
Value ConfusionAt(const Value& y, const Value& p, std::vector<float> thresholds) {
  const auto n = static_cast<int64_t>(thresholds.size());
  Value above = Float(Greater(Column(p), Value(Tensor::Of<float>({1, n}, std::span<const float>(thresholds)))));
  Value labels = Column(y);
  return Concat({Sum(labels * above, {0}), Sum((1 - labels) * above, {0}), Row({Sum(labels), Sum(1 - labels)})}, 0);
}

std::vector<float> Thresholds(int64_t n, double beyond) {
  std::vector<float> all = {static_cast<float>(-beyond)};
  for (int64_t i = 1; i + 1 < n; ++i)
    all.push_back(static_cast<float>(static_cast<double>(i) / static_cast<double>(n - 1)));
  all.push_back(static_cast<float>(1 + beyond));
  return all;
}

Value InTopK(const Value& numbers, const Value& p, int64_t k) {
  Value right =
      Sum(p * Reshape(Cast(OneHotRows(numbers, p.shape().back()), p.dtype()), {-1, p.shape().back()}), {-1}, true);
  Value larger = Sum(Float(Greater(p, right)), {-1});
  return Float(Greater(Scalar(static_cast<double>(k)), larger));
}

struct LabelsOf {
  Labels operator()(const SparseCategoricalAccuracy&) const { return Labels::kClassNumbers; }
  Labels operator()(const SparseTopKCategoricalAccuracy&) const { return Labels::kClassNumbers; }
  Labels operator()(const MeanIoU&) const { return Labels::kClassNumbers; }
  Labels operator()(const MeanOfLoss& m) const {
    return std::holds_alternative<SparseCategoricalCrossentropy>(m.loss) ? Labels::kClassNumbers
                                                                         : Labels::kLikePredictions;
  }
  Labels operator()(const auto&) const { return Labels::kLikePredictions; }
};

struct Terms {
  const Value &y, &p;

  Value operator()(const Accuracy&) const { return UsageError("accuracy was not resolved"); }
  Value operator()(const BinaryAccuracy& m) const {
    return SumAndCount(Float(Equal(Cast(Greater(p, Scalar(m.threshold, p.dtype())), p.dtype()), y)));
  }
  Value operator()(const CategoricalAccuracy&) const { return SumAndCount(Float(Equal(ArgMax(p), ArgMax(y)))); }
  Value operator()(const SparseCategoricalAccuracy&) const {
    return SumAndCount(Float(Equal(ArgMax(p), Cast(y, DType::kI64))));
  }
  Value operator()(const TopKCategoricalAccuracy& m) const { return SumAndCount(InTopK(ArgMax(y), Rows(), m.k)); }
  Value operator()(const SparseTopKCategoricalAccuracy& m) const { return SumAndCount(InTopK(y, Rows(), m.k)); }
  Value operator()(const MeanOfLoss& m) const { return SumAndCount(m.sign * LossPerExample(m.loss, y, p)); }
  Value operator()(const RootMeanSquaredError&) const { return SumAndCount(Square(p - y)); }
  Value operator()(const R2Score&) const {
    if (p.shape().rank() != 2 || p.shape().back() < 1) return NotRows();
    const int64_t outputs = p.shape().back();
    Value count = Reshape(Sum(0 * p + 1), {1}) / static_cast<double>(outputs);
    return Concat({Sum(y, {0}), Sum(Square(y), {0}), Sum(Square(p - y), {0}), count}, 0);
  }
  Value operator()(const ConfusionCount& m) const { return ConfusionAbove(y, p, m.threshold); }
  Value operator()(const Precision& m) const { return ConfusionAbove(y, p, m.threshold); }
  Value operator()(const Recall& m) const { return ConfusionAbove(y, p, m.threshold); }
  Value operator()(const FBetaScore& m) const {
    if (p.shape().rank() != 2 || p.shape().back() < 1) return NotRows();
    Value chosen = m.threshold
                       ? Float(Greater(p, Scalar(*m.threshold, p.dtype())))
                       : Float(LessEqual(Max(p, {-1}, true), p)) * Float(Greater(Abs(p), Scalar(1e-9, p.dtype())));
    return Concat({Sum(y * chosen, {0}), Sum((1 - y) * chosen, {0}), Sum(y * (1 - chosen), {0})}, 0);
  }
  Value operator()(const Auc& m) const { return ConfusionAt(y, p, Thresholds(m.num_thresholds, kEpsilon)); }
  Value operator()(const BestAt& m) const { return ConfusionAt(y, p, Thresholds(m.num_thresholds, 0)); }
  Value operator()(const BinaryIoU& m) const { return Confusion(y, LessEqual(Scalar(m.threshold, p.dtype()), p)); }
  Value operator()(const MeanIoU& m) const {
    if (p.shape().back() != m.num_classes)
      return BadInput("num_classes is ", m.num_classes, ", the predictions are ", p.type());
    return Reshape(MatMul(OneHotRows(y, m.num_classes), OneHotRows(ArgMax(p), m.num_classes), true), {-1});
  }

 private:
  Value Rows() const {
    if (p.shape().back() < 1) return NotRows();
    return Reshape(p, {-1, p.shape().back()});
  }
  Status NotRows() const {
    return BadInput("the predictions are ", p.type(), ", expected rows of a known number of classes or outputs");
  }
};

double Quotient(double a, double b) { return b == 0 ? 0 : a / b; }

using Totals = std::span<const double>;

// What ConfusionAt adds up.
struct Curve {
  explicit Curve(Totals t)
      : n((t.size() - 2) / 2), tp(t.first(n)), fp(t.subspan(n, n)), positives(t[2 * n]), negatives(t[2 * n + 1]) {}
  double sensitivity(size_t i) const { return Quotient(tp[i], positives); }
  double specificity(size_t i) const { return Quotient(negatives - fp[i], negatives); }
  double precision(size_t i) const { return Quotient(tp[i], tp[i] + fp[i]); }
  size_t n;
  Totals tp, fp;
  double positives, negatives;
};

double RocArea(const Curve& c) {
  double area = 0;
  for (size_t i = 0; i + 1 < c.n; ++i)
    area += (c.specificity(i + 1) - c.specificity(i)) * (c.sensitivity(i) + c.sensitivity(i + 1)) / 2;
  return area;
}

double PrArea(const Curve& c) {
  double area = 0;
  for (size_t i = 0; i + 1 < c.n; ++i) {
    const double p0 = c.tp[i] + c.fp[i], p1 = c.tp[i + 1] + c.fp[i + 1], gained = c.tp[i] - c.tp[i + 1];
    const double slope = Quotient(gained, std::max(p0 - p1, 0.0)), intercept = c.tp[i + 1] - slope * p1;
    const double ratio = p0 > 0 && p1 > 0 ? p0 / p1 : 1;
    area += Quotient(slope * (gained + intercept * std::log(ratio)), std::max(c.positives, 0.0));
  }
  return area;
}

// Of a square confusion matrix.
double MeanOverlap(Totals t, size_t classes) {
  double sum = 0, valid = 0;
  for (size_t i = 0; i < classes; ++i) {
    double row = 0, column = 0;
    for (size_t j = 0; j < classes; ++j) {
      row += t[i * classes + j];
      column += t[j * classes + i];
    }
    const double all = row + column - t[i * classes + i];
    if (all == 0) continue;
    sum += t[i * classes + i] / all;
    ++valid;
  }
  return Quotient(sum, valid);
}

double FBeta(double beta, double tp, double fp, double fn) {
  const double precision = tp / (tp + fp + kEpsilon), recall = tp / (tp + fn + kEpsilon);
  return (1 + beta * beta) * precision * recall / (beta * beta * precision + recall + kEpsilon);
}

struct ResultOf {
  Totals t;

  double operator()(const RootMeanSquaredError&) const { return std::sqrt(Quotient(t[0], t[1])); }
  double operator()(const R2Score&) const {
    const size_t outputs = (t.size() - 1) / 3;
    double sum = 0;
    for (size_t i = 0; i < outputs; ++i) {
      const double total = t[outputs + i] - t[i] * Quotient(t[i], t.back());
      sum += total == 0 ? 0 : 1 - t[2 * outputs + i] / total;
    }
    return sum / static_cast<double>(outputs);
  }
  double operator()(const ConfusionCount& m) const { return t[m.kind]; }
  double operator()(const Precision&) const { return Quotient(t[0], t[0] + t[1]); }
  double operator()(const Recall&) const { return Quotient(t[0], t[0] + t[2]); }
  double operator()(const FBetaScore& m) const {
    const size_t classes = t.size() / 3;
    double score = 0, weight = 0, tp = 0, fp = 0, fn = 0;
    for (size_t i = 0; i < classes; ++i) {
      const double own = FBeta(m.beta, t[i], t[classes + i], t[2 * classes + i]);
      const double share = m.average == Average::kWeighted ? t[i] + t[2 * classes + i] : 1;
      score += own * share;
      weight += share;
      tp += t[i];
      fp += t[classes + i];
      fn += t[2 * classes + i];
    }
    return m.average == Average::kMicro ? FBeta(m.beta, tp, fp, fn) : Quotient(score, weight);
  }
  double operator()(const Auc& m) const { return m.curve == CurveKind::kPr ? PrArea(Curve(t)) : RocArea(Curve(t)); }
  double operator()(const BestAt& m) const {
    const Curve c(t);
    double best = 0;
    for (size_t i = 0; i < c.n; ++i) {
      const double sensitivity = c.sensitivity(i), specificity = c.specificity(i), precision = c.precision(i);
      const double bound[] = {sensitivity, specificity, sensitivity, precision};
      const double wanted[] = {specificity, sensitivity, precision, sensitivity};
      if (bound[m.kind] >= m.least) best = std::max(best, wanted[m.kind]);
    }
    return best;
  }
  double operator()(const BinaryIoU&) const {
    const double square[] = {t[3], t[1], t[2], t[0]};
    return MeanOverlap(square, 2);
  }
  double operator()(const MeanIoU& m) const { return MeanOverlap(t, static_cast<size_t>(m.num_classes)); }
  double operator()(const auto&) const { return Quotient(t[0], t[1]); }
};

struct Check {
  Status operator()(const FBetaScore& m) const {
    if (!(m.beta > 0)) return UsageError("beta is ", m.beta, ", expected more than 0");
    return OkStatus();
  }
  Status operator()(const Auc& m) const { return AtLeastTwo(m.num_thresholds); }
  Status operator()(const BestAt& m) const {
    if (m.least < 0 || m.least > 1) return UsageError("the rate ", m.least, " does not lie in [0, 1]");
    return AtLeastTwo(m.num_thresholds);
  }
  Status operator()(const MeanIoU& m) const {
    if (m.num_classes < 1) return UsageError("num_classes is ", m.num_classes, ", expected 1 or more");
    return OkStatus();
  }
  Status operator()(const MeanOfLoss& m) const { return CheckLoss(m.loss); }
  Status operator()(const auto& m) const {
    if constexpr (requires { m.k; })
      if (m.k < 1) return UsageError("k is ", m.k, ", expected 1 or more");
    return OkStatus();
  }
  static Status AtLeastTwo(int64_t thresholds) {
    if (thresholds >= 2) return OkStatus();
    return UsageError("num_thresholds is ", thresholds, ", expected 2 or more");
  }
};

}  // namespace

std::optional<Metric> MetricByName(std::string_view name) {
  for (const Named& n : All())
    if (name == n.class_name || name == n.identifier || name == n.short_name)
      return Metric{name == n.short_name ? n.short_name : n.identifier, n.rule};
  return std::nullopt;
}

std::vector<std::string> MetricNames() {
  std::vector<std::string> names;
  for (const Named& n : All()) names.emplace_back(n.class_name);
  return names;
}

Status CheckMetric(const Metric& metric) { return std::visit(Check{}, metric.rule).At(metric.name); }

bool MoreIsBetter(const Metric& metric) {
  if (const auto* mean = std::get_if<MeanOfLoss>(&metric.rule)) return mean->sign < 0;
  if (const auto* count = std::get_if<ConfusionCount>(&metric.rule))
    return count->kind == ConfusionCount::kTruePositives || count->kind == ConfusionCount::kTrueNegatives;
  return !std::holds_alternative<RootMeanSquaredError>(metric.rule);
}

Value ComputeMetric(const Metric& metric, const Value& labels, const Value& p) {
  if (!labels.ok()) return labels;
  if (!p.ok()) return p;
  NameScope scope(metric.name);
  const MetricRule rule = Resolve(metric.rule, labels, p);
  if (!Fits(std::visit(LabelsOf{}, rule), labels, p))
    return BadInput(metric.name, ": the labels are ", labels.type(), " and the predictions ", p.type(),
                    ", which do not fit each other");
  Value terms = std::visit(Terms{labels, p}, rule);
  return terms.ok() ? terms : Value(terms.status().At(metric.name));
}

void MetricSum::Add(std::span<const float> terms) {
  totals.resize(terms.size());
  for (size_t i = 0; i < terms.size(); ++i) totals[i] += static_cast<double>(terms[i]);
}

double MetricSum::Result(const Metric& metric) const {
  return totals.empty() ? 0 : std::visit(ResultOf{totals}, metric.rule);
}

}  // namespace slipway::train
