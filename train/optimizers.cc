#include "train/optimizers.h"

#include <algorithm>

#include "train/nn/arithmetic.h"

namespace slipway::train {

namespace {

struct Named {
  const char *class_name, *identifier;
  OptimizerOptions options;
};

template <class Rule>
Named Default(double learning_rate = 0.001) {
  return {Rule::kNames[0], Rule::kNames[1], {.rule = Rule{}, .learning_rate = learning_rate}};
}

const std::vector<Named>& All() {
  static const std::vector<Named> all = {
      Default<Sgd>(0.01),
      Default<RmsProp>(),
      Default<Adam>(),
      Default<Adagrad>(),
      Default<Adadelta>(),
      Default<Adamax>(),
      Default<Nadam>(),
      Default<Ftrl>(),
      Default<Lion>(),
      Default<Lamb>(),
      {"AdamW", "adam_w", {.rule = Adam{}, .weight_decay = 0.004}},
  };
  return all;
}

// Keras' identifiers have no underscores.
std::string Identifier(const Named& n) {
  std::string word = n.identifier;
  std::erase(word, '_');
  return word;
}

// What Keras puts in front of slots' names.
const char* Prefix(const OptimizerOptions& options) {
  if (std::holds_alternative<Adam>(options.rule) && options.weight_decay > 0) return "adam_w";
  return std::visit([]<class Rule>(const Rule&) { return Rule::kNames[1]; }, options.rule);
}

// g c / max(norm, c)
Value Scaled(const Value& g, double c, const Value& norm) {
  Value limit = nn::Scalar(c, g.dtype());
  return nn::Mul(g, nn::Div(limit, nn::Maximum(norm, limit)));
}

}  // namespace

std::optional<OptimizerOptions> OptimizerByName(std::string_view name) {
  for (const Named& n : All())
    if (name == n.class_name || name == Identifier(n)) return n.options;
  return std::nullopt;
}

std::vector<std::string> OptimizerNames() {
  std::vector<std::string> names;
  for (const Named& n : All()) names.emplace_back(n.class_name);
  return names;
}

Status CheckOptimizer(const OptimizerOptions& o) {
  RETURN_IF_ERROR(CheckSchedule(o.learning_rate));
  if (o.weight_decay < 0) return UsageError("weight_decay is ", o.weight_decay, ", expected 0 or more");
  if (o.clipnorm < 0 || o.global_clipnorm < 0 || o.clipvalue < 0)
    return UsageError("clipnorm, global_clipnorm and clipvalue must not be negative");
  if ((o.clipnorm > 0) + (o.global_clipnorm > 0) + (o.clipvalue > 0) > 1)
    return UsageError("only one of clipnorm, global_clipnorm and clipvalue can be given");
  if (o.ema_momentum < 0 || o.ema_momentum > 1)
    return UsageError("ema_momentum is ", o.ema_momentum, ", expected 0 to 1");
  if (o.ema_overwrite_frequency < 0)
    return UsageError("ema_overwrite_frequency is ", o.ema_overwrite_frequency, ", expected 0 or more");
  if (o.gradient_accumulation_steps < 1)
    return UsageError("gradient_accumulation_steps is ", o.gradient_accumulation_steps, ", expected 1 or more");
  return CheckRule(o.rule);
}

Optimizer::Optimizer(OptimizerOptions options, std::vector<VariablePtr> variables)
    : options_(std::move(options)),
      variables_(std::move(variables)),
      iteration_(std::make_shared<Variable>("iteration", Tensor::Scalar<int64_t>(0), false)),
      learning_rate_(std::make_shared<Variable>("learning_rate", Tensor::Scalar<float>(0), false)) {
  const std::vector<OptimizerSlot> slots = SlotsOf(options_.rule);
  for (const VariablePtr& v : variables_) {
    slots_.emplace_back();
    for (const OptimizerSlot& slot : slots) slots_.back().push_back(MakeSlot(v, slot));
    if (options_.use_ema) averages_.push_back(MakeSlot(v, {"average"}));
    if (options_.gradient_accumulation_steps > 1) accumulators_.push_back(MakeSlot(v, {"gradient_accumulator"}));
  }
  if (options_.gradient_accumulation_steps > 1)
    accumulated_ = std::make_shared<Variable>("accumulated", Tensor::Scalar<int64_t>(0), false);
  SetLearningRate();
}

VariablePtr Optimizer::MakeSlot(const VariablePtr& variable, const OptimizerSlot& slot) const {
  std::string flat = variable->name;
  std::replace(flat.begin(), flat.end(), '/', '_');
  Tensor initial(DType::kF32, slot.scalar ? Shape{} : variable->type().shape);
  std::ranges::fill(initial.as<float>(), static_cast<float>(slot.initial));
  return std::make_shared<Variable>(StrCat(Prefix(options_), "/", flat, "_", slot.name), initial, false);
}

double Optimizer::learning_rate() const { return LearningRate(options_.learning_rate, iterations()); }

void Optimizer::SetLearningRate() { learning_rate_->tensor().as<float>()[0] = static_cast<float>(learning_rate()); }

std::vector<VariablePtr> Optimizer::state() const {
  std::vector<VariablePtr> all = {iteration_, learning_rate_};
  all.insert(all.end(), averages_.begin(), averages_.end());
  if (accumulated_) all.push_back(accumulated_);
  all.insert(all.end(), accumulators_.begin(), accumulators_.end());
  for (const auto& slots : slots_) all.insert(all.end(), slots.begin(), slots.end());
  return all;
}

bool Optimizer::Decays(const Variable& variable) const {
  const auto& excluded = options_.exclude_from_weight_decay;
  return std::none_of(excluded.begin(), excluded.end(),
                      [&](const std::string& part) { return variable.name.find(part) != std::string::npos; });
}

Status Optimizer::Clip(std::vector<Value>& gradients) const {
  if (options_.clipvalue > 0) {
    for (Value& g : gradients)
      g = nn::Maximum(nn::Minimum(g, nn::Scalar(options_.clipvalue)), nn::Scalar(-options_.clipvalue));
  } else if (options_.clipnorm > 0) {
    for (Value& g : gradients) g = Scaled(g, options_.clipnorm, nn::Sqrt(nn::Sum(nn::Square(g))));
  } else if (options_.global_clipnorm > 0 && !gradients.empty()) {
    Value squares;
    for (const Value& g : gradients) {
      Value own = nn::Sum(nn::Square(g));
      squares = squares.absent() ? own : nn::Add(squares, own);
    }
    for (Value& g : gradients) g = Scaled(g, options_.global_clipnorm, nn::Sqrt(squares));
  }
  return OkStatus();
}

Status Optimizer::Check(std::span<const Value> gradients) const {
  if (gradients.size() != variables_.size())
    return UsageError("the optimizer has ", variables_.size(), " variables, ", gradients.size(),
                      " gradients are given");
  for (size_t i = 0; i < gradients.size(); ++i)
    RETURN_IF_ERROR_AT(gradients[i].status(), StrCat("the gradient of '", variables_[i]->name, "'"));
  return OkStatus();
}

bool Optimizer::accumulates() const {
  return accumulated_ && accumulated_->tensor().as<int64_t>()[0] + 1 < options_.gradient_accumulation_steps;
}

Status Optimizer::Accumulate(std::vector<Value> gradients) {
  NameScope scope("optimizer");
  if (!accumulated_) return UsageError("gradient_accumulation_steps is 1: nothing accumulates");
  RETURN_IF_ERROR(Check(gradients));
  for (size_t i = 0; i < gradients.size(); ++i)
    RETURN_IF_ERROR(Assign(accumulators_[i], Read(accumulators_[i]) + gradients[i]));
  return Assign(accumulated_, Read(accumulated_) + 1);
}

// Their mean with those that have waited, which are forgotten.
Status Optimizer::TakeAccumulated(std::vector<Value>& gradients) {
  if (!accumulated_) return OkStatus();
  Value count = nn::Cast(Read(accumulated_), DType::kF32) + 1;
  for (size_t i = 0; i < gradients.size(); ++i) {
    gradients[i] = (Read(accumulators_[i]) + gradients[i]) / count;
    RETURN_IF_ERROR(Assign(accumulators_[i], Tensor(DType::kF32, accumulators_[i]->type().shape)));
  }
  return Assign(accumulated_, Tensor::Scalar<int64_t>(0));
}

Status Optimizer::ApplyOne(size_t i, const Value& gradient, const Value& rate, const Value& step) {
  return ApplyRule(options_.rule, {.variable = variables_[i],
                                   .slots = slots_[i],
                                   .gradient = gradient,
                                   .rate = rate,
                                   .step = step,
                                   .weight_decay = Decays(*variables_[i]) ? options_.weight_decay : 0});
}

Status Optimizer::UpdateAverage(size_t i, const Value& step) {
  if (averages_.empty()) return OkStatus();
  Value first = nn::Equal(step, nn::Scalar(0, DType::kI64)), w = Read(variables_[i]);
  Value momentum = nn::Where(first, nn::Scalar(0), nn::Scalar(options_.ema_momentum));
  Value average = momentum * Read(averages_[i]) + (1 - momentum) * w;
  RETURN_IF_ERROR(Assign(averages_[i], average));
  if (options_.ema_overwrite_frequency == 0) return OkStatus();
  Value frequency = nn::Scalar(static_cast<double>(options_.ema_overwrite_frequency), DType::kI64);
  Value due = nn::Equal(nn::FloorMod(step + 1, frequency), nn::Scalar(0, DType::kI64));
  return Assign(variables_[i], nn::Where(due, average, w));
}

void Optimizer::Finalize() {
  for (size_t i = 0; i < averages_.size(); ++i) {
    const std::span<const float> from = averages_[i]->tensor().as<float>();
    std::ranges::copy(from, variables_[i]->tensor().as<float>().begin());
  }
}

Status Optimizer::Apply(std::vector<Value> gradients) {
  NameScope scope("optimizer");
  RETURN_IF_ERROR(Check(gradients));
  RETURN_IF_ERROR(TakeAccumulated(gradients));
  RETURN_IF_ERROR(Clip(gradients));
  Value rate = Read(learning_rate_), step = Read(iteration_);
  for (size_t i = 0; i < gradients.size(); ++i) {
    RETURN_IF_ERROR_AT(ApplyOne(i, gradients[i], rate, step), StrCat("updating '", variables_[i]->name, "'"));
    RETURN_IF_ERROR_AT(UpdateAverage(i, step), StrCat("averaging '", variables_[i]->name, "'"));
  }
  return Assign(iteration_, step + 1);
}

}  // namespace slipway::train
