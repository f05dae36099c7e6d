#pragma once
// What TensorBoard's HParams page shows: which hyperparameters and metrics an experiment has, which values a run took.
// These functions make the content of the plugin `hparams`; Layout: FORMAT.md. Pure functions, thread safe.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace slipway::events {

using HParamValue = std::variant<double, std::string, bool>;

struct HParamInfo {
  std::string name, display_name, description;
  std::vector<HParamValue> values;                    // all that may be taken; or
  std::optional<std::pair<double, double>> interval;  // of a number
};

struct MetricInfo {
  std::string tag;    // of the scalar
  std::string group;  // directory below the run's, "" for the run's own
  std::string display_name, description;
};

struct Experiment {
  std::vector<HParamInfo> hparams;
  std::vector<MetricInfo> metrics;
};

struct SessionStart {
  std::map<std::string, HParamValue> hparams;
  std::string group_name;  // runs of the same trial
  double start_time = 0;   // seconds since 1970
};

enum class SessionOutcome { kSuccess = 1, kFailure = 2, kRunning = 3 };

std::string EncodeExperiment(const Experiment& experiment);
std::string EncodeSessionStart(const SessionStart& start);
std::string EncodeSessionEnd(SessionOutcome outcome, double end_time);

}  // namespace slipway::events
