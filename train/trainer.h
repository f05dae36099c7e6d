#pragma once
// Trainer: fits a model to a data pipeline. Built from the public pieces only: a training step is a Function whose body
// calls the model, the loss, a Tape, the optimizer and the metrics; each batch size gets its own trace.
//
// What a run needs to go on later is in State(): weights, optimizer, position in the data, running metrics, callbacks.
// Restored into a trainer made the same way, the run continues bit for bit as if it had never stopped. Not thread safe.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "train/callback.h"
#include "train/checkpoint.h"
#include "train/data/stage.h"
#include "train/function.h"
#include "train/losses.h"
#include "train/metrics.h"
#include "train/nn/layer.h"
#include "train/optimizers.h"

namespace slipway::train {

class Trainer;

struct TrainerOptions {
  Loss loss;
  Reduction reduction = Reduction::kSumOverBatchSize;
  // Weights of examples by their label's class number, on top of those in the data; other classes have 1.
  std::map<int64_t, double> class_weight;
  std::vector<Metric> metrics;
  OptimizerOptions optimizer;
  std::shared_ptr<ThreadPool> pool;  // unset: one thread
  bool run_eagerly = false;
  // Instead of the usual step: gets the batch {x, y} or {x, y, weights}, hands its gradients to
  // Trainer::ApplyGradients, and returns the loss and the terms of each metric.
  std::function<std::vector<Value>(Trainer&, std::span<const Value> batch)> train_step;
};

struct FitOptions {
  int64_t epochs = 1;  // in all, those of a restored run included
  std::vector<Callback*> callbacks;
  std::atomic<bool>* interrupt = nullptr;  // set from elsewhere (a signal): stop after the present batch
};

struct FitReport {
  Logs logs;                      // of the last whole epoch
  int64_t epochs = 0;             // completed, in all
  int64_t steps = 0;              // updates made, in all
  double seconds = 0;             // of this call
  double samples_per_second = 0;  // training alone
  bool interrupted = false;
  std::string stopped;  // why a callback stopped the run; empty: it did not
  int64_t traces = 0;
};

class Trainer {
 public:
  // `x` and `y` as the batches will be; the first dimension is the batch and may be unknown. Builds the model's
  // variables.
  static Result<std::unique_ptr<Trainer>> Create(nn::LayerPtr model, const TensorType& x, const TensorType& y,
                                                 TrainerOptions options);

  // The pipeline's elements are batches {x, y}, or {x, y, weights} with an f32 weight per example. `validation` may be
  // nullptr.
  Result<FitReport> Fit(data::Stage& train, data::Stage* validation, const FitOptions& options);
  // loss and metrics, in inference mode.
  Result<Logs> Evaluate(data::Stage& data);
  Result<Tensor> Predict(const Tensor& x);

  nn::Layer& model() { return *model_; }
  Optimizer& optimizer() { return *optimizer_; }
  const TrainerOptions& options() const { return options_; }
  const std::vector<VariablePtr>& variables() const { return variables_; }
  // The body of the usual step, for those who extend it. `gradients` gets those of the optimizer's variables, in their
  // order and before clipping.
  std::vector<Value> TrainStep(std::span<const Value> batch, std::vector<Value>* gradients = nullptr);
  // Within a step: updates the variables, or keeps the gradients for a later step (gradient_accumulation_steps).
  Status ApplyGradients(std::vector<Value> gradients);

  // During Fit: ends it after the present batch; for callbacks.
  void RequestStop(std::string why) { stop_ = std::move(why); }

  CheckpointTensors State(std::span<Callback* const> callbacks) const;
  // An error lists what does not fit and changes nothing.
  Status Restore(const std::map<std::string, Tensor>& state, std::span<Callback* const> callbacks);
  int64_t epoch() const { return epoch_; }

 private:
  Trainer(nn::LayerPtr model, TrainerOptions options) : model_(std::move(model)), options_(std::move(options)) {}
  struct Sums {
    double loss = 0, samples = 0;
    std::vector<MetricSum> metrics;
  };
  Status Build(const TensorType& x, const TensorType& y);
  void MakeFunctions();
  Result<Executable*> SpecializeFor(Function& f, const std::vector<Tensor>& batch);
  Status RunBatch(Function& f, const std::vector<Tensor>& batch, Sums* sums, double* batch_loss);
  // Loss and terms of the metrics.
  std::vector<Value> Results(std::span<const Value> batch, const Value& predictions) const;
  Value WeightsOf(std::span<const Value> batch) const;
  CheckpointTensors SumsState() const;
  Status RestoreSums(const std::map<std::string, Tensor>& state, Sums* sums) const;
  Logs ToLogs(const Sums& sums, std::string_view prefix) const;
  Status FitEpoch(data::Stage& train, const FitOptions& options, bool* interrupted);
  Status EndEpoch(data::Stage& train, data::Stage* validation, const FitOptions& options, double seconds);

  nn::LayerPtr model_;
  TrainerOptions options_;
  std::vector<VariablePtr> variables_;
  std::unique_ptr<Optimizer> optimizer_;
  std::unique_ptr<Function> train_, accumulate_, evaluate_, predict_;
  bool accumulates_ = false;       // the step that is traced or run
  int64_t epoch_ = 0, batch_ = 0;  // the coming batch
  Sums sums_;                      // of the present epoch
  std::string stop_;
  Logs logs_;
  double samples_seen_ = 0, training_seconds_ = 0;  // of this Fit
};

}  // namespace slipway::train
