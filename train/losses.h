#pragma once
// Losses with Keras' names, arguments (Fields) and formulas. Two differences, both on purpose: labels must have exactly
// the shape and type that the predictions ask for (nothing is broadcast or cast), and errors say what was expected.
//
// A loss of probabilities goes back to the logits where the predictions are a softmax (or, for BinaryCrossentropy, a
// sigmoid) of this call, which is more exact; Keras does the same. Where nothing else is said, labels have the shape
// and type of the predictions, y are labels, p predictions, d = p - y, and a loss is a mean over the last axis.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "train/apply.h"

namespace slipway::train {

// A struct without arguments.
#define SLIPWAY_PLAIN_LOSS(name)         \
  struct name {                          \
    static void Fields(auto&, auto&&) {} \
  }

SLIPWAY_PLAIN_LOSS(MeanSquaredError);             // d^2
SLIPWAY_PLAIN_LOSS(MeanAbsoluteError);            // |d|
SLIPWAY_PLAIN_LOSS(MeanAbsolutePercentageError);  // 100 |d| / max(|y|, 1e-7)
SLIPWAY_PLAIN_LOSS(MeanSquaredLogarithmicError);  // (log(max(p, 1e-7) + 1) - log(max(y, 1e-7) + 1))^2
SLIPWAY_PLAIN_LOSS(LogCosh);                      // log cosh d
SLIPWAY_PLAIN_LOSS(Poisson);                      // p - y log(p + 1e-7)
SLIPWAY_PLAIN_LOSS(KLDivergence);                 // sum of y log(y / p), both clipped to [1e-7, 1]
SLIPWAY_PLAIN_LOSS(Hinge);                        // max(1 - y p, 0); labels 0 and 1 count as -1 and 1
SLIPWAY_PLAIN_LOSS(SquaredHinge);                 // its square
SLIPWAY_PLAIN_LOSS(CategoricalHinge);             // max(0, max((1 - y) p) - sum(y p) + 1)
#undef SLIPWAY_PLAIN_LOSS

struct Huber {  // d^2 / 2 where |d| <= delta, else delta |d| - delta^2 / 2
  double delta = 1;
  static void Fields(auto& l, auto&& f) { f("delta", l.delta); }
};
struct CosineSimilarity {  // minus the cosine of the angle between y and p
  static void Fields(auto&, auto&&) {}
};
struct BinaryCrossentropy {  // labels in [0, 1]
  bool from_logits = false;
  double label_smoothing = 0;
  static void Fields(auto& l, auto&& f) {
    f("from_logits", l.from_logits);
    f("label_smoothing", l.label_smoothing);
  }
};
struct CategoricalCrossentropy {  // labels are distributions over the last axis
  bool from_logits = false;
  double label_smoothing = 0;
  static void Fields(auto& l, auto&& f) {
    f("from_logits", l.from_logits);
    f("label_smoothing", l.label_smoothing);
  }
};
struct SparseCategoricalCrossentropy {  // labels are class numbers (i32 or i64), without the last axis
  bool from_logits = false;
  std::optional<int64_t> ignore_class;  // rows with this label give 0 and do not count in the mean
  static void Fields(auto& l, auto&& f) {
    f("from_logits", l.from_logits);
    f("ignore_class", l.ignore_class);
  }
};
struct BinaryFocalCrossentropy {       // (1 - q)^gamma BinaryCrossentropy, q = y p + (1 - y)(1 - p)
  bool apply_class_balancing = false;  // times y alpha + (1 - y)(1 - alpha)
  double alpha = 0.25, gamma = 2;
  bool from_logits = false;
  double label_smoothing = 0;
  static void Fields(auto& l, auto&& f) {
    f("apply_class_balancing", l.apply_class_balancing);
    f("alpha", l.alpha);
    f("gamma", l.gamma);
    f("from_logits", l.from_logits);
    f("label_smoothing", l.label_smoothing);
  }
};
struct CategoricalFocalCrossentropy {  // sum of -alpha (1 - p)^gamma y log p
  double alpha = 0.25, gamma = 2;
  bool from_logits = false;
  double label_smoothing = 0;
  static void Fields(auto& l, auto&& f) {
    f("alpha", l.alpha);
    f("gamma", l.gamma);
    f("from_logits", l.from_logits);
    f("label_smoothing", l.label_smoothing);
  }
};
struct CategoricalGeneralizedCrossEntropy {  // (1 - p_y^q) / q; labels as SparseCategoricalCrossentropy's
  double q = 0.5;
  static void Fields(auto& l, auto&& f) { f("q", l.q); }
};
struct Dice {  // 1 - (2 sum(y p) + 1e-7) / (sum y + sum p + 1e-7), over everything: one number
  static void Fields(auto&, auto&&) {}
};
struct Tversky {  // 1 - (sum(y p) + 1e-7) / (sum(y p) + alpha sum((1 - y) p) + beta sum(y (1 - p)) + 1e-7), as Dice
  double alpha = 0.5, beta = 0.5;
  static void Fields(auto& l, auto&& f) {
    f("alpha", l.alpha);
    f("beta", l.beta);
  }
};
struct Circle {  // of embeddings p of length 1 and the class numbers of their rows; Sun et al. 2020
  double gamma = 80, margin = 0.4;
  bool remove_diagonal = true;
  static void Fields(auto& l, auto&& f) {
    f("gamma", l.gamma);
    f("margin", l.margin);
    f("remove_diagonal", l.remove_diagonal);
  }
};

using Loss =
    std::variant<MeanSquaredError, MeanAbsoluteError, MeanAbsolutePercentageError, MeanSquaredLogarithmicError, Huber,
                 LogCosh, Poisson, KLDivergence, Hinge, SquaredHinge, CategoricalHinge, CosineSimilarity,
                 BinaryCrossentropy, CategoricalCrossentropy, SparseCategoricalCrossentropy, BinaryFocalCrossentropy,
                 CategoricalFocalCrossentropy, CategoricalGeneralizedCrossEntropy, Dice, Tversky, Circle>;

const char* LossName(const Loss& loss);
// By Keras' class name or identifier ("mean_squared_error", "mse"), with defaults; nothing if there is none.
std::optional<Loss> LossByName(std::string_view name);
std::vector<std::string> LossNames();
// Label smoothing in [0, 1), a positive delta, ...
Status CheckLoss(const Loss& loss);

// f32, one number per example (per position, for predictions of more axes): the shape of the predictions without their
// last axis; a scalar for Dice and Tversky.
Value LossPerExample(const Loss& loss, const Value& labels, const Value& predictions);

// How the losses of examples become one: their sum, with weights if there are any, by the number of examples; by the
// sum of weights; or by nothing.
enum class Reduction { kSumOverBatchSize, kMeanWithSampleWeight, kSum };
// `weights`: absent, or one per example or per position; examples of more axes take theirs for all of them.
Value ReducedLoss(const Loss& loss, Reduction reduction, const Value& labels, const Value& predictions,
                  const Value& weights = {});
inline Value MeanLoss(const Loss& loss, const Value& labels, const Value& predictions) {
  return ReducedLoss(loss, Reduction::kSumOverBatchSize, labels, predictions);
}

}  // namespace slipway::train
