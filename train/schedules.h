#pragma once
// Learning rates as functions of the step (updates done so far, from 0): Keras' schedules with Keras' arguments.
// Source of the formulas: keras.optimizers.schedules.

#include <cstdint>
#include <variant>
#include <vector>

#include "base/status.h"

namespace slipway::train {

struct ExponentialDecay {  // lr * rate^(s / steps)
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double decay_rate = 1;
  bool staircase = false;  // s / steps rounded down
};

struct PiecewiseConstantDecay {  // values[0] up to and including step boundaries[0], ...
  std::vector<int64_t> boundaries;
  std::vector<double> values;  // one more than boundaries
};

struct PolynomialDecay {  // (lr - end) (1 - min(s, n) / n)^power + end
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double end_learning_rate = 0.0001;
  double power = 1;
  bool cycle = false;  // n grows to the next multiple of decay_steps
};

struct InverseTimeDecay {  // lr / (1 + rate s / steps)
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double decay_rate = 1;
  bool staircase = false;
};

struct CosineDecay {  // linear from lr to warmup_target, then half a cosine down to alpha of the target
  double initial_learning_rate = 0.1;
  int64_t decay_steps = 1;
  double alpha = 0;
  double warmup_target = 0;  // used if warmup_steps > 0
  int64_t warmup_steps = 0;
};

struct CosineDecayRestarts {  // period i has first_decay_steps t_mul^i steps and starts at lr m_mul^i
  double initial_learning_rate = 0.1;
  int64_t first_decay_steps = 1;
  double t_mul = 2;
  double m_mul = 1;
  double alpha = 0;
};

// A double is a constant rate.
using Schedule = std::variant<double, ExponentialDecay, PiecewiseConstantDecay, PolynomialDecay, InverseTimeDecay,
                              CosineDecay, CosineDecayRestarts>;

// Positive step counts, as many values as boundaries need, and so on.
Status CheckSchedule(const Schedule&);
// The rate of the update after `step` updates. The schedule must be one that CheckSchedule takes.
double LearningRate(const Schedule&, int64_t step);

}  // namespace slipway::train
