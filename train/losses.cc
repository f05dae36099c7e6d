#include "train/losses.h"

#include <cmath>

#include "ops/cumsum/cumsum.h"
#include "ops/one_hot/one_hot.h"
#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"
#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"
#include "ops/unary/unary.h"
#include "train/nn/arithmetic.h"

namespace slipway::train {

using namespace nn;

namespace {

constexpr double kEpsilon = 1e-7;  // Keras' backend.epsilon()

struct Named {
  const char *class_name, *identifier, *short_name;
  Loss loss;
};

const std::vector<Named>& All() {
  static const std::vector<Named> all = {
      {"MeanSquaredError", "mean_squared_error", "mse", MeanSquaredError{}},
      {"MeanAbsoluteError", "mean_absolute_error", "mae", MeanAbsoluteError{}},
      {"MeanAbsolutePercentageError", "mean_absolute_percentage_error", "mape", MeanAbsolutePercentageError{}},
      {"MeanSquaredLogarithmicError", "mean_squared_logarithmic_error", "msle", MeanSquaredLogarithmicError{}},
      {"Huber", "huber", "huber", Huber{}},
      {"LogCosh", "log_cosh", "logcosh", LogCosh{}},
      {"Poisson", "poisson", "poisson", Poisson{}},
      {"KLDivergence", "kl_divergence", "kld", KLDivergence{}},
      {"Hinge", "hinge", "hinge", Hinge{}},
      {"SquaredHinge", "squared_hinge", "squared_hinge", SquaredHinge{}},
      {"CategoricalHinge", "categorical_hinge", "categorical_hinge", CategoricalHinge{}},
      {"CosineSimilarity", "cosine_similarity", "cosine_similarity", CosineSimilarity{}},
      {"BinaryCrossentropy", "binary_crossentropy", "bce", BinaryCrossentropy{}},
      {"CategoricalCrossentropy", "categorical_crossentropy", "categorical_crossentropy", CategoricalCrossentropy{}},
      {"SparseCategoricalCrossentropy", "sparse_categorical_crossentropy", "sparse_categorical_crossentropy",
       SparseCategoricalCrossentropy{}},
      {"BinaryFocalCrossentropy", "binary_focal_crossentropy", "binary_focal_crossentropy", BinaryFocalCrossentropy{}},
      {"CategoricalFocalCrossentropy", "categorical_focal_crossentropy", "categorical_focal_crossentropy",
       CategoricalFocalCrossentropy{}},
      {"CategoricalGeneralizedCrossEntropy", "categorical_generalized_cross_entropy",
       "categorical_generalized_cross_entropy", CategoricalGeneralizedCrossEntropy{}},
      {"Dice", "dice", "dice", Dice{}},
      {"Tversky", "tversky", "tversky", Tversky{}},
      {"Circle", "circle", "circle", Circle{}},
  };
  return all;
}

// The predictions' shape without the last axis.
Shape Outer(const Shape& shape) { return Shape(shape.dims().first(static_cast<size_t>(shape.rank() - 1))); }

bool SameDims(const Shape& a, const Shape& b) { return a.has_rank() && a.rank() == b.rank() && Compatible(a, b); }

Status CheckPredictions(const Value& p) {
  if (!IsFloat(p.dtype()) || !p.shape().has_rank() || p.shape().rank() < 1)
    return BadInput("the predictions are ", p.type(), ", expected a float tensor with a batch axis");
  return OkStatus();
}

Status CheckLike(const Value& labels, const Value& p) {
  RETURN_IF_ERROR(CheckPredictions(p));
  if (labels.dtype() != p.dtype() || !SameDims(labels.shape(), p.shape()))
    return BadInput("the labels are ", labels.type(), " and the predictions ", p.type(),
                    "; this loss needs labels of the same shape and type, and never broadcasts or casts");
  return OkStatus();
}

Status CheckClasses(const Value& p) {
  if (p.shape().rank() < 2 || p.shape().back() < 1)
    return BadInput("the predictions are ", p.type(), ", expected one number per class on the last axis");
  return OkStatus();
}

Status CheckSparse(const Value& labels, const Value& p) {
  RETURN_IF_ERROR(CheckPredictions(p));
  RETURN_IF_ERROR(CheckClasses(p));
  Shape outer = Outer(p.shape());
  bool integer = labels.dtype() == DType::kI32 || labels.dtype() == DType::kI64;
  if (!integer || !SameDims(labels.shape(), outer))
    return BadInput("the labels are ", labels.type(), " and the predictions ", p.type(),
                    "; class numbers must be i32 or i64 of shape ", outer, " (the predictions' without the classes)");
  return OkStatus();
}

Value Clip(const Value& p, double lo, double hi) {
  return Minimum(Maximum(p, Scalar(lo, p.dtype())), Scalar(hi, p.dtype()));
}
Value Clip(const Value& p) { return Clip(p, kEpsilon, 1 - kEpsilon); }
Value AtLeast(const Value& x, double v) { return Maximum(x, Scalar(v, x.dtype())); }
Value LastMean(const Value& x) { return Mean(x, {-1}); }
Value LastSum(const Value& x) { return Sum(x, {-1}); }
Value Softplus(const Value& x) { return Apply(ops::Unary{ops::UnaryKind::kSoftplus}, {x}); }

Value Smooth(const Value& labels, double smoothing, double share) {
  if (smoothing == 0) return labels;
  return labels * (1 - smoothing) + smoothing * share;
}

// Two axes for the ops that want rows of classes, and back.
Value ToRows(const Value& x, int64_t classes) { return Reshape(x, {-1, classes}); }
Value ToShape(const Value& rows, const Shape& shape) {
  if (shape.rank() == 1) return rows;
  std::vector<int64_t> dims(shape.begin(), shape.end());
  int unknown = 0;
  for (int64_t d : dims) unknown += d == kUnknownDim;
  if (unknown > 1) return BadInput("the predictions have several unknown sizes; trace with known ones");
  return Reshape(rows, dims);
}

// Labels that are all 0 or 1 become -1 and 1.
Value Signs(const Value& y) {
  Value others = Sum(Abs(y * (y - 1)));
  return Where(Equal(others, Scalar(0, y.dtype())), 2 * y - 1, y);
}

Value LogSumExp(const Value& x) {
  Value most = Max(x, {-1}, true);
  return Log(LastSum(Exp(x - most))) + Reshape(most, {-1});
}

// 1 where two rows are the same one.
Value SameRow(const Value& numbers, DType dtype) {
  Value rows = Apply(ops::Cumsum{}, {0 * Cast(numbers, dtype) + 1, Scalar(0, DType::kI32)});
  return Cast(Equal(Reshape(rows, {-1, 1}), Reshape(rows, {1, -1})), dtype);
}

Value OneHot(const Value& numbers, int64_t classes, DType dtype) {
  return Apply(ops::OneHot{},
               {numbers, Scalar(static_cast<double>(classes), DType::kI32), Scalar(1, dtype), Scalar(0, dtype)});
}

// Per element of probabilities, or of logits.
Value BinaryEntropy(const Value& y, const Value& p, const Value& logits) {
  if (!logits.absent()) return Softplus(logits) - logits * y;
  Value clipped = Clip(p);
  return -(y * Log(clipped) + (1 - y) * Log(1 - clipped));
}

// Losses whose labels look like the predictions, and mean over the last axis or something alike.
struct OfSameShape {
  const Value &y, &p;

  Value operator()(const MeanSquaredError&) const { return LastMean(Square(p - y)); }
  Value operator()(const MeanAbsoluteError&) const { return LastMean(Abs(p - y)); }
  Value operator()(const MeanAbsolutePercentageError&) const {
    return 100 * LastMean(Abs(p - y) / AtLeast(Abs(y), kEpsilon));
  }
  Value operator()(const MeanSquaredLogarithmicError&) const {
    return LastMean(Square(Log(AtLeast(p, kEpsilon) + 1) - Log(AtLeast(y, kEpsilon) + 1)));
  }
  Value operator()(const Huber& h) const {
    Value size = Abs(p - y);
    Value near = 0.5 * Square(size), far = h.delta * size - 0.5 * h.delta * h.delta;
    return LastMean(Where(LessEqual(size, Scalar(h.delta, p.dtype())), near, far));
  }
  // log cosh d = d + softplus(-2 d) - log 2: does not overflow.
  Value operator()(const LogCosh&) const {
    Value d = p - y;
    return LastMean(d + Softplus(-2 * d) - std::log(2.0));
  }
  Value operator()(const Poisson&) const { return LastMean(p - y * Log(p + kEpsilon)); }
  Value operator()(const KLDivergence&) const {
    Value labels = Clip(y, kEpsilon, 1), predictions = Clip(p, kEpsilon, 1);
    return LastSum(labels * Log(labels / predictions));
  }
  Value operator()(const Hinge&) const { return LastMean(AtLeast(1 - Signs(y) * p, 0)); }
  Value operator()(const SquaredHinge&) const { return LastMean(Square(AtLeast(1 - Signs(y) * p, 0))); }
  Value operator()(const CategoricalHinge&) const { return AtLeast(Max((1 - y) * p, {-1}) - LastSum(y * p) + 1, 0); }
  Value operator()(const CosineSimilarity&) const {
    auto unit = [](const Value& x) { return x / Sqrt(AtLeast(Sum(Square(x), {-1}, true), kEpsilon * kEpsilon)); };
    return -LastSum(unit(y) * unit(p));
  }
  Value operator()(const BinaryCrossentropy& b) const {
    return LastMean(BinaryEntropy(Smooth(y, b.label_smoothing, 0.5), p, b.from_logits ? p : p.logits()));
  }
  Value operator()(const BinaryFocalCrossentropy& b) const {
    Value labels = Smooth(y, b.label_smoothing, 0.5), q = b.from_logits ? Sigmoid(p) : p;
    Value right = labels * q + (1 - labels) * (1 - q);
    Value loss = Pow(1 - right, Scalar(b.gamma, p.dtype())) * BinaryEntropy(labels, q, q.logits());
    if (b.apply_class_balancing) loss = loss * (labels * b.alpha + (1 - labels) * (1 - b.alpha));
    return LastMean(loss);
  }
  Value operator()(const CategoricalCrossentropy& c) const {
    const int64_t classes = p.shape().back();
    Value labels = Smooth(y, c.label_smoothing, 1.0 / static_cast<double>(classes));
    Value logits = c.from_logits ? p : p.logits();
    if (logits.absent()) return -LastSum(labels * Log(Clip(p / Sum(p, {-1}, true))));
    Value rows = Apply(ops::SoftmaxCrossEntropy{}, {ToRows(logits, classes), ToRows(labels, classes)});
    return ToShape(rows, Outer(p.shape()));
  }
  Value operator()(const CategoricalFocalCrossentropy& c) const {
    Value labels = Smooth(y, c.label_smoothing, 1.0 / static_cast<double>(p.shape().back()));
    Value q = c.from_logits ? Softmax(p) : p;
    q = Clip(q / Sum(q, {-1}, true));
    return -LastSum(c.alpha * Pow(1 - q, Scalar(c.gamma, p.dtype())) * labels * Log(q));
  }
  Value operator()(const Dice&) const { return 1 - (2 * Sum(y * p) + kEpsilon) / (Sum(y) + Sum(p) + kEpsilon); }
  Value operator()(const Tversky& t) const {
    Value both = Sum(y * p);
    return 1 - (both + kEpsilon) / (both + t.alpha * Sum((1 - y) * p) + t.beta * Sum(y * (1 - p)) + kEpsilon);
  }
};

Value IsClass(const Value& numbers, int64_t wanted) {
  return Equal(numbers, Scalar(static_cast<double>(wanted), numbers.dtype()));
}

// Losses of class numbers.
struct OfNumbers {
  const Value &y, &p;

  Value operator()(const SparseCategoricalCrossentropy& c) const {
    const int64_t classes = p.shape().back();
    Value logits = c.from_logits ? p : p.logits();
    if (logits.absent()) logits = Log(Clip(p));
    Value numbers = y.shape().rank() == 1 ? y : Reshape(y, {-1});
    if (c.ignore_class) numbers = Where(IsClass(numbers, *c.ignore_class), Scalar(0, numbers.dtype()), numbers);
    Value rows = Apply(ops::SparseSoftmaxCrossEntropy{}, {ToRows(logits, classes), numbers});
    return ToShape(rows, Outer(p.shape()));
  }
  Value operator()(const CategoricalGeneralizedCrossEntropy& c) const {
    Value right = LastSum(p * OneHot(y, p.shape().back(), p.dtype()));
    return (1 - Pow(right, Scalar(c.q, p.dtype()))) / c.q;
  }
  Value operator()(const Circle& c) const {
    if (p.shape().rank() != 2) return BadInput("the predictions are ", p.type(), ", expected one embedding per row");
    constexpr double kNothing = -1e30;  // a logarithm's 0 that stays finite in gradients
    Value distance = AtLeast(1 - MatMul(p, p, false, true), 0);
    Value same = Equal(Reshape(y, {-1, 1}), Reshape(y, {1, -1})), positive = Cast(same, p.dtype());
    Value negative = 1 - positive;
    if (c.remove_diagonal) positive = positive * (1 - SameRow(y, p.dtype()));
    Value pulled = -c.gamma * AtLeast((c.margin + distance) * positive, 0) * (c.margin - distance);
    Value pushed = c.gamma * AtLeast((1 + c.margin - distance) * negative, 0) * (1 - c.margin - distance);
    Value zero = Scalar(0, p.dtype()), nothing = Scalar(kNothing, p.dtype());
    return Softplus(LogSumExp(Where(Greater(positive, zero), pulled, nothing)) +
                    LogSumExp(Where(Greater(negative, zero), pushed, nothing)));
  }
};

template <class T>
constexpr bool kTakesNumbers = std::is_invocable_v<OfNumbers, const T&>;

template <class T>
constexpr bool kTakesClasses =
    std::is_same_v<T, CategoricalCrossentropy> || std::is_same_v<T, CategoricalFocalCrossentropy>;

// Of examples; and 1 for those that count, 0 for the others: absent if all do.
struct Losses {
  Value each, counts;
};

Losses Compute(const Loss& loss, const Value& y, const Value& p) {
  Losses result;
  std::visit(
      [&]<class T>(const T& rule) {
        Status fits = kTakesNumbers<T> ? CheckSparse(y, p) : CheckLike(y, p);
        if (fits.ok() && kTakesClasses<T>) fits = CheckClasses(p);
        if (!fits.ok()) {
          result.each = fits;
          return;
        }
        if constexpr (kTakesNumbers<T>)
          result.each = OfNumbers{y, p}(rule);
        else
          result.each = OfSameShape{y, p}(rule);
        if constexpr (std::is_same_v<T, SparseCategoricalCrossentropy>)
          if (rule.ignore_class) result.counts = 1 - Cast(IsClass(y, *rule.ignore_class), p.dtype());
        if constexpr (std::is_same_v<T, Circle>)
          result.counts = Cast(Greater(result.each, Scalar(0, p.dtype())), p.dtype());
      },
      loss);
  if (!result.counts.absent())
    result.each = Where(Greater(result.counts, Scalar(0, p.dtype())), result.each, Scalar(0, p.dtype()));
  return result;
}

Losses NamedLosses(const Loss& loss, const Value& labels, const Value& predictions) {
  if (!labels.ok()) return {labels};
  if (!predictions.ok()) return {predictions};
  NameScope scope("loss");
  Losses losses = Compute(loss, labels, predictions);
  if (!losses.each.ok()) losses.each = losses.each.status().At(LossName(loss));
  return losses;
}

// Weights of examples for losses of positions: [n] -> [n, 1, ...].
Value Spread(const Value& weights, const Value& losses) {
  const Shape &w = weights.shape(), &l = losses.shape();
  if (!w.has_rank() || !l.has_rank() || w.rank() > l.rank() || w.rank() < 1 || !IsFloat(weights.dtype()) ||
      !Compatible(w, Shape(l.dims().first(static_cast<size_t>(w.rank())))))
    return BadInput("the sample weights are ", weights.type(), " and the losses ", losses.type(),
                    "; there must be one weight per example or per position");
  std::vector<int64_t> dims = {-1};
  for (int i = 1; i < l.rank(); ++i) dims.push_back(i < w.rank() ? w[i] : 1);
  return l.rank() == w.rank() ? weights : Reshape(weights, dims);
}

Value CountOf(const Value& x) {
  if (x.shape().IsStatic()) return Scalar(static_cast<double>(x.shape().Elements()), x.dtype());
  return Sum(0 * x + 1);
}

}  // namespace

const char* LossName(const Loss& loss) { return All()[loss.index()].class_name; }

std::optional<Loss> LossByName(std::string_view name) {
  for (const Named& n : All())
    if (name == n.class_name || name == n.identifier || name == n.short_name) return n.loss;
  return std::nullopt;
}

std::vector<std::string> LossNames() {
  std::vector<std::string> names;
  for (const Named& n : All()) names.emplace_back(n.class_name);
  return names;
}

Value LossPerExample(const Loss& loss, const Value& labels, const Value& predictions) {
  return NamedLosses(loss, labels, predictions).each;
}

Value ReducedLoss(const Loss& loss, Reduction reduction, const Value& labels, const Value& predictions,
                  const Value& weights) {
  Losses losses = NamedLosses(loss, labels, predictions);
  Value each = losses.each;
  if (!each.ok()) return each;
  Value spread = weights.absent() ? weights : Spread(weights, each);
  if (!spread.absent()) each = each * spread;
  switch (reduction) {
    case Reduction::kSum:
      return Sum(each);
    case Reduction::kMeanWithSampleWeight:
      if (!spread.absent()) {
        Value all = losses.counts.absent() ? 0 * each + spread : losses.counts * spread;
        return Sum(each) / Sum(all);
      }
      [[fallthrough]];
    case Reduction::kSumOverBatchSize:
      if (losses.counts.absent() && spread.absent()) return Mean(each);
      return Sum(each) / (losses.counts.absent() ? CountOf(each) : Sum(losses.counts) + kEpsilon);
  }
  return each;
}

Status CheckLoss(const Loss& loss) {
  auto smoothing = [](double v) -> Status {
    if (v >= 0 && v < 1) return OkStatus();
    return UsageError("label_smoothing is ", v, ", expected 0 or more and less than 1");
  };
  return std::visit(
      [&](const auto& l) -> Status {
        if constexpr (requires { l.label_smoothing; }) RETURN_IF_ERROR(smoothing(l.label_smoothing));
        if constexpr (requires { l.delta; })
          if (!(l.delta > 0)) return UsageError("delta is ", l.delta, ", expected more than 0");
        if constexpr (requires { l.q; })
          if (!(l.q > 0 && l.q < 1)) return UsageError("q is ", l.q, ", expected more than 0 and less than 1");
        return OkStatus();
      },
      loss);
}

}  // namespace slipway::train
