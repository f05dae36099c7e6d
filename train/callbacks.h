#pragma once
// The callbacks that come with Slipway; names and arguments are Keras'.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "formats/events/writer.h"
#include "train/callback.h"
#include "train/progress.h"

namespace slipway::train {

// Says how training goes: on a terminal one line of at most 80 columns that is rewritten a few times a second and kept
// at the end of each epoch; elsewhere one line per epoch.
class ProgressBar final : public Callback {
 public:
  explicit ProgressBar(ProgressSink& sink) : sink_(sink) {}
  const char* name() const override { return "ProgressBar"; }
  Status OnTrainBegin(Trainer& trainer, int64_t epochs) override;
  bool wants_batches() const override { return sink_.rewritable(); }
  Status OnBatchEnd(Trainer& trainer, const BatchEvent& event) override;
  Status OnEpochEnd(Trainer& trainer, const EpochEvent& event) override;

 private:
  ProgressSink& sink_;
  int64_t epochs_ = 0, batches_ = 0;
  double last_update_ = 0;
};

// Scalars per epoch, as Keras writes them: DIR/train with epoch_loss, epoch_<metric>, epoch_learning_rate;
// DIR/validation with epoch_loss, epoch_<metric>. Besides: data/<stage>_fill of every buffered stage of the pipeline
// (0 to 1), data/wait_share (of the epoch's time, waiting for data) and samples_per_second.
class TensorBoard final : public Callback {
 public:
  explicit TensorBoard(std::string log_dir) : log_dir_(std::move(log_dir)) {}
  const char* name() const override { return "TensorBoard"; }
  Status OnEpochEnd(Trainer& trainer, const EpochEvent& event) override;

 private:
  Status WriteTrain(const EpochEvent& event);
  Status WriteValidation(const EpochEvent& event);
  std::string log_dir_;
  std::optional<events::Writer> train_, validation_;
};

enum class MonitorMode { kAuto, kMin, kMax };  // kAuto: kMax for accuracies, else kMin

// Checkpoints of the whole run: each epoch, every `save_freq` batches if given, and when the run is interrupted. Last
// in the list of callbacks, so that it stores what the others have made of the epoch.
struct ModelCheckpointOptions {
  std::string directory;
  int keep = 3;              // the newest; the best one by `monitor` stays, too
  int64_t save_freq = 0;     // batches; 0: only at the end of epochs
  std::string monitor = "";  // a log; empty: there is no best
  MonitorMode mode = MonitorMode::kAuto;
};
class ModelCheckpoint final : public Callback {
 public:
  explicit ModelCheckpoint(ModelCheckpointOptions options) : options_(std::move(options)) {}
  const char* name() const override { return "ModelCheckpoint"; }
  // The callbacks whose state belongs into checkpoints (this one included).
  void SetCallbacks(std::vector<Callback*> callbacks) { callbacks_ = std::move(callbacks); }
  // Before Restore: where the run's state comes from.
  void SetRestoredFrom(std::string prefix) { latest_ = std::move(prefix); }
  bool wants_batches() const override { return options_.save_freq > 0; }
  Status OnBatchEnd(Trainer& trainer, const BatchEvent& event) override;
  Status OnEpochEnd(Trainer& trainer, const EpochEvent& event) override;
  Status OnTrainEnd(Trainer& trainer, bool interrupted) override;
  CheckpointTensors State() const override;
  Status Restore(const std::map<std::string, Tensor>& state) override;
  const std::string& latest() const { return latest_; }

 private:
  Status Save(Trainer& trainer);
  ModelCheckpointOptions options_;
  std::vector<Callback*> callbacks_;
  std::string latest_, best_name_;
  double best_ = 0;
  bool pending_best_ = false;
};

struct EarlyStoppingOptions {
  std::string monitor = "val_loss";
  double min_delta = 0;
  int64_t patience = 0;
  MonitorMode mode = MonitorMode::kAuto;
  std::optional<double> baseline;
  bool restore_best_weights = false;
  int64_t start_from_epoch = 0;
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
  bool Better(double value, double than) const;
  EarlyStoppingOptions options_;
  bool any_ = false;
  double best_ = 0;
  int64_t wait_ = 0, best_epoch_ = -1;
  CheckpointTensors best_weights_;
};

// Ends the run when a batch's loss is NaN or infinite.
class TerminateOnNaN final : public Callback {
 public:
  const char* name() const override { return "TerminateOnNaN"; }
  bool wants_batches() const override { return true; }
  Status OnBatchEnd(Trainer& trainer, const BatchEvent& event) override;
};

}  // namespace slipway::train
