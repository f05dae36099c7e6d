#pragma once
// Learning rates as functions of the step (updates done so far, from 0): Keras' schedules with Keras' arguments
// (Fields). Source of the formulas: keras.optimizers.schedules.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/status.h"

namespace slipway::train {

struct ExponentialDecay {  // lr * rate^(s / steps)
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double decay_rate = 1;
  bool staircase = false;  // s / steps rounded down
  static constexpr const char* kRequired[] = {"initial_learning_rate", "decay_steps", "decay_rate"};
  static void Fields(auto& s, auto&& f) {
    f("initial_learning_rate", s.initial_learning_rate);
    f("decay_steps", s.decay_steps);
    f("decay_rate", s.decay_rate);
    f("staircase", s.staircase);
  }
};

struct PiecewiseConstantDecay {  // values[0] up to and including step boundaries[0], ...
  std::vector<int64_t> boundaries;
  std::vector<double> values;  // one more than boundaries
  static constexpr const char* kRequired[] = {"boundaries", "values"};
  static void Fields(auto& s, auto&& f) {
    f("boundaries", s.boundaries);
    f("values", s.values);
  }
};

struct PolynomialDecay {  // (lr - end) (1 - min(s, n) / n)^power + end
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double end_learning_rate = 0.0001;
  double power = 1;
  bool cycle = false;  // n grows to the next multiple of decay_steps
  static constexpr const char* kRequired[] = {"initial_learning_rate", "decay_steps"};
  static void Fields(auto& s, auto&& f) {
    f("initial_learning_rate", s.initial_learning_rate);
    f("decay_steps", s.decay_steps);
    f("end_learning_rate", s.end_learning_rate);
    f("power", s.power);
    f("cycle", s.cycle);
  }
};

struct InverseTimeDecay {  // lr / (1 + rate s / steps)
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double decay_rate = 1;
  bool staircase = false;
  static constexpr const char* kRequired[] = {"initial_learning_rate", "decay_steps", "decay_rate"};
  static void Fields(auto& s, auto&& f) {
    f("initial_learning_rate", s.initial_learning_rate);
    f("decay_steps", s.decay_steps);
    f("decay_rate", s.decay_rate);
    f("staircase", s.staircase);
  }
};

struct CosineDecay {  // linear from lr to warmup_target, then half a cosine down to alpha of the target
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double alpha = 0;
  double warmup_target = 0;  // used if warmup_steps > 0
  int64_t warmup_steps = 0;
  static constexpr const char* kRequired[] = {"initial_learning_rate", "decay_steps"};
  static void Fields(auto& s, auto&& f) {
    f("initial_learning_rate", s.initial_learning_rate);
    f("decay_steps", s.decay_steps);
    f("alpha", s.alpha);
    f("warmup_target", s.warmup_target);
    f("warmup_steps", s.warmup_steps);
  }
};

struct CosineDecayRestarts {  // period i has first_decay_steps t_mul^i steps and starts at lr m_mul^i
  double initial_learning_rate = 0.1;
  int64_t first_decay_steps = 1;
  double t_mul = 2;
  double m_mul = 1;
  double alpha = 0;
  static constexpr const char* kRequired[] = {"initial_learning_rate", "first_decay_steps"};
  static void Fields(auto& s, auto&& f) {
    f("initial_learning_rate", s.initial_learning_rate);
    f("first_decay_steps", s.first_decay_steps);
    f("t_mul", s.t_mul);
    f("m_mul", s.m_mul);
    f("alpha", s.alpha);
  }
};

// A double is a constant rate.
using Schedule = std::variant<double, ExponentialDecay, PiecewiseConstantDecay, PolynomialDecay, InverseTimeDecay,
                              CosineDecay, CosineDecayRestarts>;

// By Keras' class name; nothing if there is none. What kRequired names is still to be given.
std::optional<Schedule> ScheduleByName(std::string_view name);
std::vector<std::string> ScheduleNames();

// Positive step counts, as many values as boundaries need, and so on.
Status CheckSchedule(const Schedule&);
// The rate of the update after `step` updates. The schedule must be one that CheckSchedule takes.
double LearningRate(const Schedule&, int64_t step);

}  // namespace slipway::train
