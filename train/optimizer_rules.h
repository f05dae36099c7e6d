#pragma once
// How optimizers change a variable w by its gradient g: Keras' rules with Keras' arguments and defaults. t counts
// updates from 1, lr is the learning rate, eps epsilon. Fields names the arguments, for whoever reads them from text.
// Source of the formulas: keras.optimizers.

#include <array>
#include <span>
#include <variant>
#include <vector>

#include "train/apply.h"

namespace slipway::train {

struct Sgd {  // w -= lr g; momentum: m = momentum m - lr g, w += m; nesterov: w += momentum m - lr g
  static constexpr const char* kNames[] = {"SGD", "sgd"};
  double momentum = 0;
  bool nesterov = false;
  static void Fields(auto& r, auto&& f) {
    f("momentum", r.momentum);
    f("nesterov", r.nesterov);
  }
};

struct RmsProp {  // v = rho v + (1 - rho) g^2, i = lr g / sqrt(v + eps); w -= i, or m = momentum m + i, w -= m
  static constexpr const char* kNames[] = {"RMSprop", "rm_sprop"};
  double rho = 0.9, momentum = 0, epsilon = 1e-7;
  bool centered = false;  // v without the square of the mean gradient
  static void Fields(auto& r, auto&& f) {
    f("rho", r.rho);
    f("momentum", r.momentum);
    f("epsilon", r.epsilon);
    f("centered", r.centered);
  }
};

// m += (1 - beta_1)(g - m), v += (1 - beta_2)(g^2 - v), w -= lr sqrt(1 - beta_2^t) / (1 - beta_1^t) m / (sqrt(v) + eps)
struct Adam {
  static constexpr const char* kNames[] = {"Adam", "adam"};
  double beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-7;
  bool amsgrad = false;  // the largest v so far
  static void Fields(auto& r, auto&& f) {
    f("beta_1", r.beta_1);
    f("beta_2", r.beta_2);
    f("epsilon", r.epsilon);
    f("amsgrad", r.amsgrad);
  }
};

struct Adagrad {  // a += g^2, w -= lr g / sqrt(a + eps)
  static constexpr const char* kNames[] = {"Adagrad", "adagrad"};
  double initial_accumulator_value = 0.1, epsilon = 1e-7;
  static void Fields(auto& r, auto&& f) {
    f("initial_accumulator_value", r.initial_accumulator_value);
    f("epsilon", r.epsilon);
  }
};

struct Adadelta {  // a = rho a + (1 - rho) g^2, d = -sqrt(u + eps) g / sqrt(a + eps), u = rho u + (1 - rho) d^2, w +=
                   // lr d
  static constexpr const char* kNames[] = {"Adadelta", "adadelta"};
  double rho = 0.95, epsilon = 1e-7;
  static void Fields(auto& r, auto&& f) {
    f("rho", r.rho);
    f("epsilon", r.epsilon);
  }
};

struct Adamax {  // m as Adam; u = max(beta_2 u, |g|), w -= lr / (1 - beta_1^t) m / (u + eps)
  static constexpr const char* kNames[] = {"Adamax", "adamax"};
  double beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-7;
  static void Fields(auto& r, auto&& f) {
    f("beta_1", r.beta_1);
    f("beta_2", r.beta_2);
    f("epsilon", r.epsilon);
  }
};

// m and v as Adam; u_t = beta_1 (1 - 0.96^t / 2), P = u_1 ... u_t,
// w -= lr (u_{t+1} m / (1 - P u_{t+1}) + (1 - u_t) g / (1 - P)) / (sqrt(v / (1 - beta_2^t)) + eps)
struct Nadam {
  static constexpr const char* kNames[] = {"Nadam", "nadam"};
  double beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-7;
  static void Fields(auto& r, auto&& f) {
    f("beta_1", r.beta_1);
    f("beta_2", r.beta_2);
    f("epsilon", r.epsilon);
  }
};

// With p the power, s = g + 2 l2_shrinkage w, n = a + g^2, z += s - (n^-p - a^-p) / lr w, a = n,
// w = (clip(z, -l1, l1) - z) / (n^-p / lr + 2 l2 + beta / lr)
struct Ftrl {
  static constexpr const char* kNames[] = {"Ftrl", "ftrl"};
  double learning_rate_power = -0.5, initial_accumulator_value = 0.1, l1_regularization_strength = 0,
         l2_regularization_strength = 0, l2_shrinkage_regularization_strength = 0, beta = 0;
  static void Fields(auto& r, auto&& f) {
    f("learning_rate_power", r.learning_rate_power);
    f("initial_accumulator_value", r.initial_accumulator_value);
    f("l1_regularization_strength", r.l1_regularization_strength);
    f("l2_regularization_strength", r.l2_regularization_strength);
    f("l2_shrinkage_regularization_strength", r.l2_shrinkage_regularization_strength);
    f("beta", r.beta);
  }
};

struct Lion {  // w -= lr sign(beta_1 m + (1 - beta_1) g), m = beta_2 m + (1 - beta_2) g
  static constexpr const char* kNames[] = {"Lion", "lion"};
  double beta_1 = 0.9, beta_2 = 0.99;
  static void Fields(auto& r, auto&& f) {
    f("beta_1", r.beta_1);
    f("beta_2", r.beta_2);
  }
};

// m and v as Adam, u = m / (1 - beta_1^t) / (sqrt(v / (1 - beta_2^t)) + eps), w -= lr u |w| / |u| (1 where a norm is 0)
struct Lamb {
  static constexpr const char* kNames[] = {"Lamb", "lamb"};
  double beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-7;
  static void Fields(auto& r, auto&& f) {
    f("beta_1", r.beta_1);
    f("beta_2", r.beta_2);
    f("epsilon", r.epsilon);
  }
};

using OptimizerRule = std::variant<Sgd, RmsProp, Adam, Adagrad, Adadelta, Adamax, Nadam, Ftrl, Lion, Lamb>;

// Betas and rho lie in [0, 1), momentum in [0, 1], epsilon and what is summed from are not negative, ...
Status CheckRule(const OptimizerRule&);

// What a rule remembers of each variable.
struct OptimizerSlot {
  const char* name;  // as Keras': "momentum"
  double initial = 0;
  bool scalar = false;  // one number, else of the variable's shape
};
std::vector<OptimizerSlot> SlotsOf(const OptimizerRule&);

// One variable and what its update needs. Values are f32, but for `step`.
struct VariableUpdate {
  VariablePtr variable;
  std::span<const VariablePtr> slots;  // as SlotsOf says
  Value gradient, rate;
  Value step;               // i64: updates made before
  double weight_decay = 0;  // w -= weight_decay lr w comes first
};
Status ApplyRule(const OptimizerRule&, const VariableUpdate&);

}  // namespace slipway::train
