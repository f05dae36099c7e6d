#pragma once
// The callbacks that come with Slipway; names and arguments are Keras'.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "formats/events/writer.h"
#include "train/callback.h"
#include "train/monitor.h"
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

// Checkpoints of the whole run: each epoch, every `save_freq` batches if given, and when the run is interrupted. Last
// in the list of callbacks, so that it stores what the others have made of the epoch.
struct ModelCheckpointOptions {
  std::string directory;
  int64_t keep = 3;          // the newest; the best one by `monitor` stays, too
  int64_t save_freq = 0;     // batches; 0: only at the end of epochs
  std::string monitor = "";  // a log; empty: there is no best
  MonitorMode mode = MonitorMode::kAuto;
  static void Fields(auto& o, auto&& f) {
    f("keep", o.keep);
    f("save_freq", o.save_freq);
    f("monitor", o.monitor);
    f("mode", o.mode);
  }
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

// Ends the run when a batch's loss is NaN or infinite.
class TerminateOnNaN final : public Callback {
 public:
  const char* name() const override { return "TerminateOnNaN"; }
  bool wants_batches() const override { return true; }
  Status OnBatchEnd(Trainer& trainer, const BatchEvent& event) override;
};

// One row per epoch: the epoch's number from 0, then the logs in the order of their names, as Keras writes it. A run
// that goes on appends.
struct CsvLoggerOptions {
  std::string filename;
  std::string separator = ",";
  bool append = false;  // to what another run wrote
  static constexpr const char* kRequired[] = {"filename"};
  static void Fields(auto& o, auto&& f) {
    f("filename", o.filename);
    f("separator", o.separator);
    f("append", o.append);
  }
};
class CsvLogger final : public Callback {
 public:
  explicit CsvLogger(CsvLoggerOptions options) : options_(std::move(options)) {}
  const char* name() const override { return "CSVLogger"; }
  Status OnTrainBegin(Trainer& trainer, int64_t epochs) override;
  Status OnEpochEnd(Trainer& trainer, const EpochEvent& event) override;

 private:
  CsvLoggerOptions options_;
  std::string text_;  // of the whole file
};

}  // namespace slipway::train
