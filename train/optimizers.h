#pragma once
// Optimizers with Keras' names, defaults and formulas; every update happens in place, inside the traced step.
// Sources: keras.optimizers; ops/sgd_update and ops/adam_update state the formulas.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "train/apply.h"
#include "train/schedules.h"

namespace slipway::train {

struct Sgd {
  double momentum = 0;
  bool nesterov = false;
};
struct Adam {
  double beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-7;
  bool amsgrad = false;
};

struct OptimizerOptions {
  std::variant<Sgd, Adam> rule = Adam{};
  Schedule learning_rate = 0.001;
  double weight_decay = 0;                             // w -= weight_decay lr w before the update
  std::vector<std::string> exclude_from_weight_decay;  // parts of variables' names
  // At most one of them; 0: none.
  double clipnorm = 0;         // of each gradient
  double global_clipnorm = 0;  // of all together
  double clipvalue = 0;        // of each element
};

// "SGD", "Adam", "AdamW" (or in lower case) with Keras' default arguments; nothing if there is none.
std::optional<OptimizerOptions> OptimizerByName(std::string_view name);
std::vector<std::string> OptimizerNames();
Status CheckOptimizer(const OptimizerOptions& options);

class Optimizer {
 public:
  // Makes the slots of these (trainable) variables. The options must be ones that CheckOptimizer takes.
  Optimizer(OptimizerOptions options, std::vector<VariablePtr> variables);

  // Part of a step, eager or traced: clips, updates the variables and counts the iteration. One gradient per variable.
  Status Apply(std::vector<Value> gradients);
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
  Status ApplyOne(size_t i, const Value& gradient, const Value& rate, const Value& step);
  VariablePtr AddSlot(const VariablePtr& variable, const char* slot);
  bool Decays(const Variable& variable) const;

  OptimizerOptions options_;
  std::vector<VariablePtr> variables_;
  VariablePtr iteration_, learning_rate_;
  std::vector<std::vector<VariablePtr>> slots_;  // by variable
};

}  // namespace slipway::train
