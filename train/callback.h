#pragma once
// Callbacks: what happens between batches and epochs of Trainer::Fit. Called in the order of the list, all on the
// thread of Fit. An error ends the run.

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "train/checkpoint.h"
#include "train/data/stage.h"

namespace slipway::train {

class Trainer;

// "loss", "accuracy", "val_loss", ... in this order.
using Logs = std::vector<std::pair<std::string, double>>;
const double* FindLog(const Logs& logs, std::string_view name);

struct BatchEvent {
  int64_t epoch = 0, batch = 0;  // from 0
  int64_t batches = 0;           // per epoch; data::kEndless if unknown
  int64_t samples = 0;           // of this batch
  double batch_loss = 0;
  Logs logs;  // running, of the epoch so far
  double samples_per_second = 0;
};

struct EpochEvent {
  int64_t epoch = 0, epochs = 0;
  Logs logs;  // with val_ entries if there is validation data
  double learning_rate = 0;
  double seconds = 0, samples_per_second = 0;
  std::vector<data::StageReport> stages;  // of the training pipeline
};

class Callback {
 public:
  virtual ~Callback() = default;
  virtual const char* name() const = 0;
  virtual Status OnTrainBegin(Trainer&, int64_t /*epochs*/) { return OkStatus(); }
  virtual Status OnEpochBegin(Trainer&, int64_t /*epoch*/) { return OkStatus(); }
  virtual bool wants_batches() const { return false; }
  virtual Status OnBatchEnd(Trainer&, const BatchEvent&) { return OkStatus(); }
  virtual Status OnEpochEnd(Trainer&, const EpochEvent&) { return OkStatus(); }
  virtual Status OnTrainEnd(Trainer&, bool /*interrupted*/) { return OkStatus(); }
  // What must outlive the process, by a name of its own.
  virtual CheckpointTensors State() const { return {}; }
  // `state` has the entries of State() that the checkpoint holds.
  virtual Status Restore(const std::map<std::string, Tensor>& /*state*/) { return OkStatus(); }
};

}  // namespace slipway::train
