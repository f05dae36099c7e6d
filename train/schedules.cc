#include "train/schedules.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace slipway::train {

namespace {

const std::vector<std::pair<const char*, Schedule>>& Named() {
  static const std::vector<std::pair<const char*, Schedule>> all = {
      {"ExponentialDecay", ExponentialDecay{}}, {"PiecewiseConstantDecay", PiecewiseConstantDecay{}},
      {"PolynomialDecay", PolynomialDecay{}},   {"InverseTimeDecay", InverseTimeDecay{}},
      {"CosineDecay", CosineDecay{}},           {"CosineDecayRestarts", CosineDecayRestarts{}}};
  return all;
}

double Ratio(int64_t step, int64_t steps, bool staircase) {
  double r = static_cast<double>(step) / static_cast<double>(steps);
  return staircase ? std::floor(r) : r;
}

// 1 at 0, alpha at 1.
double Cosine(double fraction, double alpha) {
  return (1 - alpha) * 0.5 * (1 + std::cos(std::numbers::pi * fraction)) + alpha;
}

struct At {
  int64_t step;

  double operator()(double rate) const { return rate; }

  double operator()(const ExponentialDecay& s) const {
    return s.initial_learning_rate * std::pow(s.decay_rate, Ratio(step, s.decay_steps, s.staircase));
  }

  double operator()(const PiecewiseConstantDecay& s) const {
    auto after = std::lower_bound(s.boundaries.begin(), s.boundaries.end(), step);
    return s.values[static_cast<size_t>(after - s.boundaries.begin())];
  }

  double operator()(const PolynomialDecay& s) const {
    int64_t n = s.decay_steps;
    if (s.cycle) n *= std::max<int64_t>(1, (step + n - 1) / n);
    double left = 1 - Ratio(std::min(step, n), n, false);
    return (s.initial_learning_rate - s.end_learning_rate) * std::pow(left, s.power) + s.end_learning_rate;
  }

  double operator()(const InverseTimeDecay& s) const {
    return s.initial_learning_rate / (1 + s.decay_rate * Ratio(step, s.decay_steps, s.staircase));
  }

  double operator()(const CosineDecay& s) const {
    double top = s.initial_learning_rate;
    int64_t after = step;
    if (s.warmup_steps > 0) {
      if (step < s.warmup_steps) return top + (s.warmup_target - top) * Ratio(step, s.warmup_steps, false);
      top = s.warmup_target;
      after -= s.warmup_steps;
    }
    return top * Cosine(Ratio(std::min(after, s.decay_steps), s.decay_steps, false), s.alpha);
  }

  double operator()(const CosineDecayRestarts& s) const {
    double period = static_cast<double>(s.first_decay_steps), amplitude = 1, at = static_cast<double>(step);
    if (s.t_mul == 1) {
      double restarts = std::floor(at / period);
      at -= restarts * period;
      amplitude = std::pow(s.m_mul, restarts);
    } else {
      for (; at >= period; period *= s.t_mul, amplitude *= s.m_mul) at -= period;
    }
    return s.initial_learning_rate *
           ((1 - s.alpha) * 0.5 * amplitude * (1 + std::cos(std::numbers::pi * at / period)) + s.alpha);
  }
};

Status CheckSteps(const char* name, int64_t steps) {
  if (steps < 1) return UsageError(name, " is ", steps, ", expected at least 1");
  return OkStatus();
}

struct Check {
  Status operator()(double rate) const {
    if (rate < 0) return UsageError("the learning rate is ", rate, ", expected 0 or more");
    return OkStatus();
  }
  Status operator()(const PiecewiseConstantDecay& s) const {
    if (s.values.size() != s.boundaries.size() + 1)
      return UsageError("PiecewiseConstantDecay has ", s.boundaries.size(), " boundaries and ", s.values.size(),
                        " values, expected one value more than boundaries");
    if (!std::is_sorted(s.boundaries.begin(), s.boundaries.end()))
      return UsageError("the boundaries of PiecewiseConstantDecay do not ascend");
    return OkStatus();
  }
  Status operator()(const CosineDecay& s) const {
    if (s.warmup_steps < 0) return UsageError("warmup_steps is ", s.warmup_steps, ", expected 0 or more");
    return CheckSteps("decay_steps", s.decay_steps);
  }
  Status operator()(const CosineDecayRestarts& s) const {
    if (s.t_mul < 1) return UsageError("t_mul is ", s.t_mul, ", expected 1 or more");
    return CheckSteps("first_decay_steps", s.first_decay_steps);
  }
  Status operator()(const auto& s) const { return CheckSteps("decay_steps", s.decay_steps); }
};

}  // namespace

std::optional<Schedule> ScheduleByName(std::string_view name) {
  for (const auto& [known, schedule] : Named())
    if (name == known) return schedule;
  return std::nullopt;
}

std::vector<std::string> ScheduleNames() {
  std::vector<std::string> names;
  for (const auto& [name, schedule] : Named()) names.emplace_back(name);
  return names;
}

Status CheckSchedule(const Schedule& schedule) { return std::visit(Check{}, schedule); }

double LearningRate(const Schedule& schedule, int64_t step) { return std::visit(At{step}, schedule); }

}  // namespace slipway::train
