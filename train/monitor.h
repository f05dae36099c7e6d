#pragma once
// Callbacks that watch one log ("val_loss") and act when it stops improving; names and arguments are Keras'.

#include <map>
#include <optional>
#include <span>
#include <string>

#include "train/callback.h"

namespace slipway::train {

// kAuto: the direction of the metric that the log comes from; losses go down.
enum class MonitorMode { kAuto, kMin, kMax };
inline std::span<const char* const> EnumNames(MonitorMode) {
  static constexpr const char* kNames[] = {"auto", "min", "max"};
  return kNames;
}

// Is more better?
bool Maximizes(const Trainer& trainer, MonitorMode mode, const std::string& monitor);
// The log's value; an error lists the logs that there are.
Result<double> Monitored(const EpochEvent& event, const std::string& monitor);
// An entry of a callback's state with one element of this type; nullptr if there is none.
const Tensor* FindState(const std::map<std::string, Tensor>& state, const char* name, DType dtype);

struct EarlyStoppingOptions {
  std::string monitor = "val_loss";
  double min_delta = 0;
  int64_t patience = 0;
  MonitorMode mode = MonitorMode::kAuto;
  std::optional<double> baseline;
  bool restore_best_weights = false;
  int64_t start_from_epoch = 0;
  static void Fields(auto& o, auto&& f) {
    f("monitor", o.monitor);
    f("min_delta", o.min_delta);
    f("patience", o.patience);
    f("mode", o.mode);
    f("baseline", o.baseline);
    f("restore_best_weights", o.restore_best_weights);
    f("start_from_epoch", o.start_from_epoch);
  }
};
class EarlyStopping final : public Callback {
 public:
  explicit EarlyStopping(EarlyStoppingOptions options) : options_(std::move(options)) {}
  const char* name() const override { return "EarlyStopping"; }
  Status OnEpochEnd(Trainer& trainer, const EpochEvent& event) override;
  Status OnTrainEnd(Trainer& trainer, bool interrupted) override;
  CheckpointTensors State() const override;
  Status Restore(const std::map<std::string, Tensor>& state) override;

 private:
  bool Better(const Trainer& trainer, double value, double than) const;
  EarlyStoppingOptions options_;
  bool any_ = false;
  double best_ = 0;
  int64_t wait_ = 0, best_epoch_ = -1;
  CheckpointTensors best_weights_;
};

// Multiplies the learning rate by `factor` after `patience` epochs without improvement; then waits `cooldown` epochs.
struct ReduceLROnPlateauOptions {
  std::string monitor = "val_loss";
  double factor = 0.1;
  int64_t patience = 10;
  MonitorMode mode = MonitorMode::kAuto;
  double min_delta = 0.0001;
  int64_t cooldown = 0;
  double min_lr = 0;
  static void Fields(auto& o, auto&& f) {
    f("monitor", o.monitor);
    f("factor", o.factor);
    f("patience", o.patience);
    f("mode", o.mode);
    f("min_delta", o.min_delta);
    f("cooldown", o.cooldown);
    f("min_lr", o.min_lr);
  }
};
class ReduceLROnPlateau final : public Callback {
 public:
  explicit ReduceLROnPlateau(ReduceLROnPlateauOptions options) : options_(std::move(options)) {}
  const char* name() const override { return "ReduceLROnPlateau"; }
  Status OnTrainBegin(Trainer& trainer, int64_t epochs) override;
  Status OnEpochEnd(Trainer& trainer, const EpochEvent& event) override;
  CheckpointTensors State() const override;
  Status Restore(const std::map<std::string, Tensor>& state) override;

 private:
  ReduceLROnPlateauOptions options_;
  bool any_ = false;
  double best_ = 0;
  int64_t wait_ = 0, cooldown_ = 0;
  std::optional<double> reduced_;  // the rate that it has set
};

}  // namespace slipway::train
