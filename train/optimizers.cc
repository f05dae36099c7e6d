#include "train/optimizers.h"

#include <algorithm>

#include "ops/adam_update/adam_update.h"
#include "ops/sgd_update/sgd_update.h"
#include "train/nn/functional.h"

namespace slipway::train {

namespace {

struct Named {
  const char *class_name, *identifier;
  OptimizerOptions options;
};

const std::vector<Named>& All() {
  static const std::vector<Named> all = {
      {"SGD", "sgd", {.rule = Sgd{}, .learning_rate = 0.01}},
      {"Adam", "adam", {.rule = Adam{}}},
      {"AdamW", "adamw", {.rule = Adam{}, .weight_decay = 0.004}},
  };
  return all;
}

const char* RuleName(const OptimizerOptions& options) {
  if (std::holds_alternative<Sgd>(options.rule)) return "sgd";
  return options.weight_decay > 0 ? "adamw" : "adam";
}

Value Norm(const Value& sum_of_squares) { return nn::Sqrt(sum_of_squares); }

// g c / max(norm, c)
Value Scaled(const Value& g, double c, const Value& norm) {
  Value limit = nn::Scalar(c, g.dtype());
  return nn::Mul(g, nn::Div(limit, nn::Maximum(norm, limit)));
}

}  // namespace

std::optional<OptimizerOptions> OptimizerByName(std::string_view name) {
  for (const Named& n : All())
    if (name == n.class_name || name == n.identifier) return n.options;
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
  if (const Sgd* sgd = std::get_if<Sgd>(&o.rule); sgd && (sgd->momentum < 0 || sgd->momentum > 1))
    return UsageError("momentum is ", sgd->momentum, ", expected 0 to 1");
  if (const Adam* adam = std::get_if<Adam>(&o.rule))
    for (double beta : {adam->beta_1, adam->beta_2})
      if (beta < 0 || beta >= 1) return UsageError("beta_1 and beta_2 must lie in [0, 1), found ", beta);
  return OkStatus();
}

Optimizer::Optimizer(OptimizerOptions options, std::vector<VariablePtr> variables)
    : options_(std::move(options)),
      variables_(std::move(variables)),
      iteration_(std::make_shared<Variable>("iteration", Tensor::Scalar<int64_t>(0), false)),
      learning_rate_(std::make_shared<Variable>("learning_rate", Tensor::Scalar<float>(0), false)) {
  for (const VariablePtr& v : variables_) {
    slots_.emplace_back();
    if (const Sgd* sgd = std::get_if<Sgd>(&options_.rule)) {
      if (sgd->momentum > 0) slots_.back().push_back(AddSlot(v, "momentum"));
    } else {
      slots_.back().push_back(AddSlot(v, "momentum"));
      slots_.back().push_back(AddSlot(v, "velocity"));
      if (std::get<Adam>(options_.rule).amsgrad) slots_.back().push_back(AddSlot(v, "velocity_hat"));
    }
  }
  SetLearningRate();
}

VariablePtr Optimizer::AddSlot(const VariablePtr& variable, const char* slot) {
  std::string flat = variable->name;
  std::replace(flat.begin(), flat.end(), '/', '_');
  return std::make_shared<Variable>(StrCat(RuleName(options_), "/", flat, "_", slot),
                                    Tensor(DType::kF32, variable->type().shape), false);
}

double Optimizer::learning_rate() const { return LearningRate(options_.learning_rate, iterations()); }

void Optimizer::SetLearningRate() { learning_rate_->tensor().as<float>()[0] = static_cast<float>(learning_rate()); }

std::vector<VariablePtr> Optimizer::state() const {
  std::vector<VariablePtr> all = {iteration_, learning_rate_};
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
    for (Value& g : gradients) g = Scaled(g, options_.clipnorm, Norm(nn::Sum(nn::Square(g))));
  } else if (options_.global_clipnorm > 0 && !gradients.empty()) {
    Value squares;
    for (const Value& g : gradients) {
      Value own = nn::Sum(nn::Square(g));
      squares = squares.absent() ? own : nn::Add(squares, own);
    }
    for (Value& g : gradients) g = Scaled(g, options_.global_clipnorm, Norm(squares));
  }
  return OkStatus();
}

Status Optimizer::ApplyOne(size_t i, const Value& gradient, const Value& rate, const Value& step) {
  auto decay = static_cast<float>(Decays(*variables_[i]) ? options_.weight_decay : 0);
  std::vector<VariablePtr> touched = {variables_[i]};
  touched.insert(touched.end(), slots_[i].begin(), slots_[i].end());
  if (const Sgd* sgd = std::get_if<Sgd>(&options_.rule)) {
    auto make = [&](std::span<const int> id) -> ops::Op {
      return ops::SgdUpdate{.variable = id[0],
                            .momentum_variable = id.size() > 1 ? id[1] : -1,
                            .momentum = static_cast<float>(sgd->momentum),
                            .nesterov = sgd->nesterov,
                            .weight_decay = decay};
    };
    return Update(touched, make, {gradient, rate});
  }
  const Adam& adam = std::get<Adam>(options_.rule);
  auto make = [&](std::span<const int> id) -> ops::Op {
    return ops::AdamUpdate{.variable = id[0],
                           .m_variable = id[1],
                           .v_variable = id[2],
                           .amsgrad_variable = id.size() > 3 ? id[3] : -1,
                           .beta_1 = static_cast<float>(adam.beta_1),
                           .beta_2 = static_cast<float>(adam.beta_2),
                           .epsilon = static_cast<float>(adam.epsilon),
                           .weight_decay = decay};
  };
  return Update(touched, make, {gradient, rate, step});
}

Status Optimizer::Apply(std::vector<Value> gradients) {
  if (gradients.size() != variables_.size())
    return UsageError("the optimizer has ", variables_.size(), " variables, ", gradients.size(),
                      " gradients are given");
  NameScope scope("optimizer");
  for (size_t i = 0; i < gradients.size(); ++i)
    RETURN_IF_ERROR_AT(gradients[i].status(), StrCat("the gradient of '", variables_[i]->name, "'"));
  RETURN_IF_ERROR(Clip(gradients));
  Value rate = Read(learning_rate_), step = Read(iteration_);
  for (size_t i = 0; i < gradients.size(); ++i)
    RETURN_IF_ERROR_AT(ApplyOne(i, gradients[i], rate, step), StrCat("updating '", variables_[i]->name, "'"));
  return Assign(iteration_, nn::Add(step, nn::Scalar(1, DType::kI64)));
}

}  // namespace slipway::train
