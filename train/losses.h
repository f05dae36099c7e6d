#pragma once
// Losses with Keras' names, arguments and formulas. Two differences, both on purpose: labels must have exactly the
// shape and type that the predictions ask for (nothing is broadcast or cast), and errors say what was expected.
//
// A loss of probabilities goes back to the logits where the predictions are a softmax (or, for BinaryCrossentropy, a
// sigmoid) of this call, which is more exact; Keras does the same.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "train/apply.h"

namespace slipway::train {

struct MeanSquaredError {};   // mean over the last axis of (y - p)^2
struct MeanAbsoluteError {};  // mean over the last axis of |y - p|
struct Huber {                // mean over the last axis of d^2 / 2 where |d| <= delta, else delta |d| - delta^2 / 2
  double delta = 1;
};
struct BinaryCrossentropy {  // labels in [0, 1], of the shape of the predictions; mean over the last axis
  bool from_logits = false;
  double label_smoothing = 0;
};
struct CategoricalCrossentropy {  // labels are distributions over the last axis
  bool from_logits = false;
  double label_smoothing = 0;
};
struct SparseCategoricalCrossentropy {  // labels are class numbers (i32 or i64), without the last axis
  bool from_logits = false;
};

using Loss = std::variant<MeanSquaredError, MeanAbsoluteError, Huber, BinaryCrossentropy, CategoricalCrossentropy,
                          SparseCategoricalCrossentropy>;

const char* LossName(const Loss& loss);
// By Keras' class name or identifier ("mean_squared_error", "mse"), with defaults; nothing if there is none.
std::optional<Loss> LossByName(std::string_view name);
std::vector<std::string> LossNames();

// f32, one number per example (per position, for predictions of more axes): the shape of the predictions without their
// last axis.
Value LossPerExample(const Loss& loss, const Value& labels, const Value& predictions);
// Their mean, a scalar (Keras' sum_over_batch_size).
Value MeanLoss(const Loss& loss, const Value& labels, const Value& predictions);

}  // namespace slipway::train
