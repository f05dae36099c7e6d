#pragma once
// Optimizers with Keras' names, defaults and formulas (optimizer_rules.h); every update happens in place, inside the
// traced step. Source: keras.optimizers.

#include <string>
#include <string_view>
#include <vector>

#include "train/apply.h"
#include "train/optimizer_rules.h"
#include "train/schedules.h"

namespace slipway::train {

struct OptimizerOptions {
  OptimizerRule rule = Adam{};
  Schedule learning_rate = 0.001;
  double weight_decay = 0;                             // w -= weight_decay lr w before the update
  std::vector<std::string> exclude_from_weight_decay;  // parts of variables' names
  // At most one of them; 0: none.
  double clipnorm = 0;         // of each gradient
  double global_clipnorm = 0;  // of all together
  double clipvalue = 0;        // of each element
  // A running mean of the variables, average = ema_momentum average + (1 - ema_momentum) w after each update, with
  // which Finalize replaces them; so does every ema_overwrite_frequency-th update (0: none).
  bool use_ema = false;
  double ema_momentum = 0.99;
  int64_t ema_overwrite_frequency = 0;
  int64_t gradient_accumulation_steps = 1;  // an update takes the mean of so many gradients
};

// By Keras' class name or identifier ("AdamW", "adamw") with Keras' default arguments; nothing if there is none.
std::optional<OptimizerOptions> OptimizerByName(std::string_view name);
std::vector<std::string> OptimizerNames();
Status CheckOptimizer(const OptimizerOptions& options);

class Optimizer {
 public:
  // Makes the slots of these (trainable) variables. The options must be ones that CheckOptimizer takes.
  Optimizer(OptimizerOptions options, std::vector<VariablePtr> variables);

  // Part of a step, eager or traced: clips, updates the variables and counts the iteration. One gradient per variable.
  Status Apply(std::vector<Value> gradients);
  // Instead of Apply, for a step whose gradients wait for later ones; no update is counted.
  Status Accumulate(std::vector<Value> gradients);
  // Is the coming step one for Accumulate?
  bool accumulates() const;
  // After training with use_ema: the variables become their averages.
  void Finalize();
  // Writes the learning rate of the coming update; before each step.
  void SetLearningRate();
  double learning_rate() const;
  void OverrideLearningRate(Schedule schedule) { options_.learning_rate = std::move(schedule); }

  // i64 scalar: updates made.
  const VariablePtr& iteration() const { return iteration_; }
  int64_t iterations() const { return iteration_->tensor().as<int64_t>()[0]; }
  const std::vector<VariablePtr>& variables() const { return variables_; }
  // iteration, learning_rate, then the slots: "adam/conv2d_kernel_momentum", as Keras names them.
  std::vector<VariablePtr> state() const;

 private:
  Status Clip(std::vector<Value>& gradients) const;
  Status Check(std::span<const Value> gradients) const;
  Status ApplyOne(size_t i, const Value& gradient, const Value& rate, const Value& step);
  Status UpdateAverage(size_t i, const Value& step);
  Status TakeAccumulated(std::vector<Value>& gradients);
  VariablePtr MakeSlot(const VariablePtr& variable, const OptimizerSlot& slot) const;
  bool Decays(const Variable& variable) const;

  OptimizerOptions options_;
  std::vector<VariablePtr> variables_;
  VariablePtr iteration_, learning_rate_;
  std::vector<std::vector<VariablePtr>> slots_;  // by variable
  std::vector<VariablePtr> averages_;            // with use_ema, by variable
  VariablePtr accumulated_;                      // i64: gradients that wait; only with gradient_accumulation_steps > 1
  std::vector<VariablePtr> accumulators_;        // their sums, by variable
};

}  // namespace slipway::train
