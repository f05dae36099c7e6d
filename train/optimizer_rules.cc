#include "train/optimizer_rules.h"

#include "ops/adam_update/adam_update.h"
#include "ops/sgd_update/sgd_update.h"
#include "train/nn/arithmetic.h"

namespace slipway::train {

namespace {

using nn::Abs, nn::Maximum, nn::Minimum, nn::Pow, nn::Sign, nn::Sqrt, nn::Square, nn::Sum, nn::Where;

template <class Rule>
concept HasBetas = requires(Rule r) {
  r.beta_1;
  r.beta_2;
};

Status InUnit(const char* name, double v) {
  if (v >= 0 && v < 1) return OkStatus();
  return UsageError(name, " is ", v, ", expected 0 or more and less than 1");
}
Status NotNegative(const char* name, double v) {
  if (v >= 0) return OkStatus();
  return UsageError(name, " is ", v, ", expected 0 or more");
}

struct Check {
  template <class Rule>
  Status operator()(const Rule& r) const {
    Status s = OkStatus();
    Rule::Fields(r, [&](const char* name, const auto& value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
        const std::string_view word = name;
        if (!s.ok() || word == "learning_rate_power") return;
        s = word == "rho" || (HasBetas<Rule> && word.starts_with("beta_")) ? InUnit(name, value)
                                                                           : NotNegative(name, value);
        if (s.ok() && word == "momentum" && value > 1) s = UsageError("momentum is ", value, ", expected 0 to 1");
      }
    });
    return s;
  }
};

struct Slots {
  std::vector<OptimizerSlot> operator()(const Sgd& r) const {
    if (r.momentum > 0) return {{"momentum"}};
    return {};
  }
  std::vector<OptimizerSlot> operator()(const RmsProp& r) const {
    std::vector<OptimizerSlot> all = {{"velocity"}};
    if (r.momentum > 0) all.push_back({"momentum"});
    if (r.centered) all.push_back({"average_gradient"});
    return all;
  }
  std::vector<OptimizerSlot> operator()(const Adam& r) const {
    if (r.amsgrad) return {{"momentum"}, {"velocity"}, {"velocity_hat"}};
    return {{"momentum"}, {"velocity"}};
  }
  std::vector<OptimizerSlot> operator()(const Adagrad& r) const {
    return {{"accumulator", r.initial_accumulator_value}};
  }
  std::vector<OptimizerSlot> operator()(const Adadelta&) const {
    return {{"accumulated_grad"}, {"accumulated_delta_var"}};
  }
  std::vector<OptimizerSlot> operator()(const Adamax&) const { return {{"momentum"}, {"norm"}}; }
  std::vector<OptimizerSlot> operator()(const Nadam&) const {
    return {{"momentum"}, {"velocity"}, {"u_product", 1, true}};
  }
  std::vector<OptimizerSlot> operator()(const Ftrl& r) const {
    return {{"accumulator", r.initial_accumulator_value}, {"linear"}};
  }
  std::vector<OptimizerSlot> operator()(const Lion&) const { return {{"momentum"}}; }
  std::vector<OptimizerSlot> operator()(const Lamb&) const { return {{"momentum"}, {"velocity"}}; }
};

// Rules without an operator of their own, out of the usual ones.
class Step {
 public:
  explicit Step(const VariableUpdate& u) : u_(u), g_(u.gradient), t_(nn::Cast(u.step, DType::kF32) + 1) {
    w_ = Read(u.variable);
    if (u.weight_decay > 0) w_ = w_ * (1 - u.weight_decay * u.rate);
  }

  Status operator()(const RmsProp& r) {
    Value v = Average(0, r.rho, Square(g_)), d = v;
    const size_t mean = r.momentum > 0 ? 2 : 1;
    if (r.centered) d = v - Square(Average(mean, r.rho, g_));
    Value change = u_.rate * g_ / Sqrt(d + r.epsilon);
    if (r.momentum > 0) change = Keep(1, r.momentum * Slot(1) + change);
    return Done(w_ - change);
  }
  Status operator()(const Adagrad& r) {
    Value a = Keep(0, Slot(0) + Square(g_));
    return Done(w_ - u_.rate * g_ / Sqrt(a + r.epsilon));
  }
  Status operator()(const Adadelta& r) {
    Value a = Average(0, r.rho, Square(g_));
    Value change = Sqrt(Slot(1) + r.epsilon) * g_ / Sqrt(a + r.epsilon);
    Average(1, r.rho, Square(change));
    return Done(w_ - u_.rate * change);
  }
  Status operator()(const Adamax& r) {
    Value m = Average(0, r.beta_1, g_), u = Keep(1, Maximum(Slot(1) * r.beta_2, Abs(g_)));
    return Done(w_ - u_.rate / (1 - Power(r.beta_1)) * m / (u + r.epsilon));
  }
  Status operator()(const Nadam& r) {
    auto weight = [&](const Value& t) { return r.beta_1 * (1 - 0.5 * Pow(nn::Scalar(0.96), t)); };
    Value now = weight(t_), next = weight(t_ + 1), product = Keep(2, Slot(2) * now);
    Value m = Average(0, r.beta_1, g_), v = Average(1, r.beta_2, Square(g_));
    Value mean = next * m / (1 - product * next) + (1 - now) * g_ / (1 - product);
    return Done(w_ - u_.rate * mean / (Sqrt(v / (1 - Power(r.beta_2))) + r.epsilon));
  }
  Status operator()(const Ftrl& r) {
    auto root = [&](const Value& n) {
      return r.learning_rate_power == -0.5 ? Sqrt(n) : Pow(n, nn::Scalar(-r.learning_rate_power));
    };
    Value before = Slot(0), n = before + Square(g_);
    Value shrunk =
        r.l2_shrinkage_regularization_strength > 0 ? g_ + 2 * r.l2_shrinkage_regularization_strength * w_ : g_;
    Value z = Keep(1, Slot(1) + shrunk - (root(n) - root(before)) / u_.rate * w_);
    Keep(0, n);
    Value weight = root(n) / u_.rate + 2 * (r.l2_regularization_strength + r.beta / (2 * u_.rate));
    Value l1 = nn::Scalar(r.l1_regularization_strength);
    return Done((Minimum(Maximum(z, -l1), l1) - z) / weight);
  }
  Status operator()(const Lion& r) {
    Value direction = Sign(r.beta_1 * Slot(0) + (1 - r.beta_1) * g_);
    Average(0, r.beta_2, g_);
    return Done(w_ - u_.rate * direction);
  }
  Status operator()(const Lamb& r) {
    Value m = Average(0, r.beta_1, g_), v = Average(1, r.beta_2, Square(g_));
    Value u = m / (1 - Power(r.beta_1)) / (Sqrt(v / (1 - Power(r.beta_2))) + r.epsilon);
    Value w_norm = Sqrt(Sum(Square(w_))), u_norm = Sqrt(Sum(Square(u))), zero = nn::Scalar(0), one = nn::Scalar(1);
    Value ratio = Where(nn::Greater(w_norm, zero), Where(nn::Greater(u_norm, zero), w_norm / u_norm, one), one);
    return Done(w_ - ratio * u_.rate * u);
  }

 private:
  Value Slot(size_t i) const { return Read(u_.slots[i]); }
  Value Keep(size_t i, const Value& value) {
    if (Status s = Assign(u_.slots[i], value); !s.ok() && status_.ok()) status_ = s;
    return value;
  }
  // The slot goes to `value` by 1 - `keep` of the way.
  Value Average(size_t i, double keep, const Value& value) {
    Value old = Slot(i);
    return Keep(i, old + (value - old) * (1 - keep));
  }
  Value Power(double beta) const { return Pow(nn::Scalar(beta), t_); }
  Status Done(const Value& w) {
    RETURN_IF_ERROR(status_);
    return Assign(u_.variable, w);
  }

  const VariableUpdate& u_;
  Value w_, g_, t_;
  Status status_ = OkStatus();
};

// All that the update touches: the variable and its slots.
std::vector<VariablePtr> Touched(const VariableUpdate& u) {
  std::vector<VariablePtr> all = {u.variable};
  all.insert(all.end(), u.slots.begin(), u.slots.end());
  return all;
}

Status ApplySgd(const Sgd& r, const VariableUpdate& u) {
  auto make = [&](std::span<const int> id) -> ops::Op {
    return ops::SgdUpdate{.variable = id[0],
                          .momentum_variable = id.size() > 1 ? id[1] : -1,
                          .momentum = static_cast<float>(r.momentum),
                          .nesterov = r.nesterov,
                          .weight_decay = static_cast<float>(u.weight_decay)};
  };
  return Update(Touched(u), make, {u.gradient, u.rate});
}

Status ApplyAdam(const Adam& r, const VariableUpdate& u) {
  auto make = [&](std::span<const int> id) -> ops::Op {
    return ops::AdamUpdate{.variable = id[0],
                           .m_variable = id[1],
                           .v_variable = id[2],
                           .amsgrad_variable = id.size() > 3 ? id[3] : -1,
                           .beta_1 = static_cast<float>(r.beta_1),
                           .beta_2 = static_cast<float>(r.beta_2),
                           .epsilon = static_cast<float>(r.epsilon),
                           .weight_decay = static_cast<float>(u.weight_decay)};
  };
  return Update(Touched(u), make, {u.gradient, u.rate, u.step});
}

}  // namespace

Status CheckRule(const OptimizerRule& rule) { return std::visit(Check{}, rule); }

std::vector<OptimizerSlot> SlotsOf(const OptimizerRule& rule) { return std::visit(Slots{}, rule); }

Status ApplyRule(const OptimizerRule& rule, const VariableUpdate& u) {
  return std::visit(
      [&]<class Rule>(const Rule& r) -> Status {
        if constexpr (std::is_same_v<Rule, Sgd>)
          return ApplySgd(r, u);
        else if constexpr (std::is_same_v<Rule, Adam>)
          return ApplyAdam(r, u);
        else
          return Step(u)(r);
      },
      rule);
}

}  // namespace slipway::train
