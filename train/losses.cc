#include "train/losses.h"

#include "ops/softmax_cross_entropy/softmax_cross_entropy.h"
#include "ops/sparse_softmax_cross_entropy/sparse_softmax_cross_entropy.h"
#include "ops/unary/unary.h"
#include "train/nn/functional.h"

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
      {"Huber", "huber", "huber", Huber{}},
      {"BinaryCrossentropy", "binary_crossentropy", "bce", BinaryCrossentropy{}},
      {"CategoricalCrossentropy", "categorical_crossentropy", "categorical_crossentropy", CategoricalCrossentropy{}},
      {"SparseCategoricalCrossentropy", "sparse_categorical_crossentropy", "sparse_categorical_crossentropy",
       SparseCategoricalCrossentropy{}},
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

Status CheckSparse(const Value& labels, const Value& p) {
  RETURN_IF_ERROR(CheckPredictions(p));
  if (p.shape().rank() < 2)
    return BadInput("the predictions are ", p.type(), ", expected one number per class on the last axis");
  Shape outer = Outer(p.shape());
  bool integer = labels.dtype() == DType::kI32 || labels.dtype() == DType::kI64;
  if (!integer || !SameDims(labels.shape(), outer))
    return BadInput("the labels are ", labels.type(), " and the predictions ", p.type(),
                    "; class numbers must be i32 or i64 of shape ", outer, " (the predictions' without the classes)");
  return OkStatus();
}

Value Like(double v, const Value& x) { return Scalar(v, x.dtype()); }
Value Clip(const Value& p) { return Minimum(Maximum(p, Like(kEpsilon, p)), Like(1 - kEpsilon, p)); }
Value OneMinus(const Value& x) { return Sub(Like(1, x), x); }

Value Smooth(const Value& labels, double smoothing, double share) {
  if (smoothing == 0) return labels;
  return Add(Mul(labels, Like(1 - smoothing, labels)), Like(smoothing * share, labels));
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

struct PerExample {
  const Value& labels;
  const Value& p;

  Value operator()(const MeanSquaredError&) const {
    if (Status s = CheckLike(labels, p); !s.ok()) return s;
    return Mean(Square(Sub(p, labels)), {-1});
  }

  Value operator()(const MeanAbsoluteError&) const {
    if (Status s = CheckLike(labels, p); !s.ok()) return s;
    return Mean(Abs(Sub(p, labels)), {-1});
  }

  Value operator()(const Huber& h) const {
    if (Status s = CheckLike(labels, p); !s.ok()) return s;
    Value size = Abs(Sub(p, labels)), delta = Like(h.delta, p);
    Value near = Mul(Like(0.5, p), Square(size));
    Value far = Sub(Mul(delta, size), Like(0.5 * h.delta * h.delta, p));
    return Mean(Where(LessEqual(size, delta), near, far), {-1});
  }

  Value operator()(const BinaryCrossentropy& b) const {
    if (Status s = CheckLike(labels, p); !s.ok()) return s;
    Value y = Smooth(labels, b.label_smoothing, 0.5);
    Value logits = b.from_logits ? p : p.logits();
    if (!logits.absent())
      return Mean(Sub(Apply(ops::Unary{ops::UnaryKind::kSoftplus}, {logits}), Mul(logits, y)), {-1});
    Value clipped = Clip(p);
    return Mean(Neg(Add(Mul(y, Log(clipped)), Mul(OneMinus(y), Log(OneMinus(clipped))))), {-1});
  }

  Value operator()(const CategoricalCrossentropy& c) const {
    if (Status s = CheckLike(labels, p); !s.ok()) return s;
    int64_t classes = p.shape().back();
    if (p.shape().rank() < 2 || classes < 1)
      return BadInput("the predictions are ", p.type(), ", expected one number per class on the last axis");
    Value y = Smooth(labels, c.label_smoothing, 1.0 / static_cast<double>(classes));
    Value logits = c.from_logits ? p : p.logits();
    if (!logits.absent()) {
      Value rows = Apply(ops::SoftmaxCrossEntropy{}, {ToRows(logits, classes), ToRows(y, classes)});
      return ToShape(rows, Outer(p.shape()));
    }
    Value q = Clip(Div(p, Sum(p, {-1}, true)));
    return Neg(Sum(Mul(y, Log(q)), {-1}));
  }

  Value operator()(const SparseCategoricalCrossentropy& c) const {
    if (Status s = CheckSparse(labels, p); !s.ok()) return s;
    int64_t classes = p.shape().back();
    if (classes < 1) return BadInput("the predictions are ", p.type(), ", expected a known number of classes");
    Value logits = c.from_logits ? p : p.logits();
    if (logits.absent()) logits = Log(Clip(p));
    Value numbers = labels.shape().rank() == 1 ? labels : Reshape(labels, {-1});
    Value rows = Apply(ops::SparseSoftmaxCrossEntropy{}, {ToRows(logits, classes), numbers});
    return ToShape(rows, Outer(p.shape()));
  }
};

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
  if (!labels.ok()) return labels;
  if (!predictions.ok()) return predictions;
  NameScope scope("loss");
  Value value = std::visit(PerExample{labels, predictions}, loss);
  if (value.ok()) return value;
  return value.status().At(LossName(loss));
}

Value MeanLoss(const Loss& loss, const Value& labels, const Value& predictions) {
  return Mean(LossPerExample(loss, labels, predictions));
}

}  // namespace slipway::train
