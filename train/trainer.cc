#include "train/trainer.h"

#include <chrono>
#include <cmath>
#include <cstring>

#include "train/nn/functional.h"

namespace slipway::train {

namespace {

using Clock = std::chrono::steady_clock;
double Since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

int64_t SamplesOf(const std::vector<Tensor>& batch) { return batch[0].shape()[0]; }

Status CheckBatchType(const TensorType& type, const char* what) {
  if (!type.shape.has_rank() || type.shape.rank() < 1)
    return BadInput(what, " is ", type, ", expected a batch: its first axis counts examples");
  return OkStatus();
}

TensorType OpenBatch(TensorType type) {
  type.shape[0] = kUnknownDim;
  return type;
}

Status CheckFits(const Variable& variable, const std::string& path, const std::map<std::string, Tensor>& state) {
  auto found = state.find(path);
  if (found == state.end()) return BadInput("the checkpoint has no '", path, "'");
  if (found->second.type() != variable.type())
    return BadInput("'", path, "' is ", found->second.type(), " in the checkpoint and ", variable.type(),
                    " in the model");
  return OkStatus();
}

void CopyInto(Variable& variable, const Tensor& value) {
  if (value.bytes() != 0) std::memcpy(variable.tensor().data(), value.data(), value.bytes());
}

std::string ModelPath(const Variable& v) { return StrCat("model/", v.name); }
std::string OptimizerPath(const Variable& v) { return StrCat("optimizer/", v.name); }

}  // namespace

const double* FindLog(const Logs& logs, std::string_view name) {
  for (const auto& [key, value] : logs)
    if (key == name) return &value;
  return nullptr;
}

Result<std::unique_ptr<Trainer>> Trainer::Create(nn::LayerPtr model, const TensorType& x, const TensorType& y,
                                                 TrainerOptions options) {
  RETURN_IF_ERROR(CheckOptimizer(options.optimizer));
  RETURN_IF_ERROR(CheckBatchType(x, "the model's input"));
  RETURN_IF_ERROR(CheckBatchType(y, "the label"));
  std::unique_ptr<Trainer> trainer(new Trainer(std::move(model), std::move(options)));
  RETURN_IF_ERROR(trainer->Build(x, y));
  trainer->MakeFunctions();
  return trainer;
}

// Traces the model once for any batch size: makes its variables, and finds errors in layers, loss and metrics early.
Status Trainer::Build(const TensorType& x, const TensorType& y) {
  ir::Graph graph;
  VariableTable table;
  Trace trace(graph, table);
  Value input = trace.Input(OpenBatch(x), "x"), label = trace.Input(OpenBatch(y), "y");
  Value predictions = (*model_)(input);
  RETURN_IF_ERROR(predictions.status());
  RETURN_IF_ERROR(MeanLoss(options_.loss, label, predictions).status());
  for (const Metric& m : options_.metrics) RETURN_IF_ERROR(ComputeMetric(m, label, predictions).total.status());
  variables_ = model_->variables();
  optimizer_ = std::make_unique<Optimizer>(options_.optimizer, nn::Trainable(variables_));
  sums_.metrics.resize(options_.metrics.size());
  return OkStatus();
}

std::vector<Value> Trainer::Results(const Value& loss, const Value& y, const Value& predictions) const {
  std::vector<Value> results = {loss};
  for (const Metric& m : options_.metrics) {
    MetricTerms terms = ComputeMetric(m, y, predictions);
    results.push_back(terms.total);
    results.push_back(terms.count);
  }
  return results;
}

std::vector<Value> Trainer::TrainStep(const Value& x, const Value& y, std::vector<Value>* gradients) {
  nn::CallContext context = {.training = true, .step = Read(optimizer_->iteration())};
  Tape tape;
  Value predictions = (*model_)(x, context);
  Value loss = MeanLoss(options_.loss, y, predictions);
  std::vector<Value> results = Results(loss, y, predictions);
  std::vector<Value> own = tape.Gradients(loss, optimizer_->variables());
  if (gradients) *gradients = own;
  if (Status s = optimizer_->Apply(std::move(own)); !s.ok()) return {s};
  return results;
}

void Trainer::MakeFunctions() {
  FunctionOptions options = {options_.pool, options_.run_eagerly};
  train_ = std::make_unique<Function>(
      "train_step",
      [this](std::span<const Value> in) {
        return options_.train_step ? options_.train_step(*this, in[0], in[1]) : TrainStep(in[0], in[1]);
      },
      options);
  evaluate_ = std::make_unique<Function>(
      "evaluate_step",
      [this](std::span<const Value> in) {
        Value predictions = (*model_)(in[0]);
        return Results(MeanLoss(options_.loss, in[1], predictions), in[1], predictions);
      },
      options);
  predict_ = std::make_unique<Function>(
      "predict", [this](std::span<const Value> in) { return std::vector<Value>{(*model_)(in[0])}; }, options);
}

Result<Executable*> Trainer::SpecializeFor(Function& f, const std::vector<Tensor>& batch) {
  if (Executable* known = f.Find(batch)) return known;
  std::vector<TensorType> types;
  for (const Tensor& t : batch) types.push_back(t.type());
  return f.Specialize(types);
}

Status Trainer::RunBatch(Function& f, const std::vector<Tensor>& batch, Sums* sums, double* batch_loss) {
  if (batch.size() != 2)
    return UsageError("the pipeline gives ", batch.size(), " tensors per batch, expected inputs and labels");
  auto samples = static_cast<double>(SamplesOf(batch));
  auto add = [&](int i, double value) {
    if (i == 0) {
      *batch_loss = value;
      sums->loss += value * samples;
      sums->samples += samples;
    } else if (i % 2 == 1) {
      sums->metrics[static_cast<size_t>(i / 2)].total += value;
    } else {
      sums->metrics[static_cast<size_t>(i / 2 - 1)].count += value;
    }
  };
  int expected = 1 + 2 * static_cast<int>(options_.metrics.size());
  if (options_.run_eagerly) {
    std::vector<Value> results = f({Value(batch[0]), Value(batch[1])});
    RETURN_IF_ERROR(results[0].status());
    CHECK(static_cast<int>(results.size()) == expected);
    for (int i = 0; i < expected; ++i) {
      ASSIGN_OR_RETURN(Tensor t, results[static_cast<size_t>(i)].Read());
      add(i, static_cast<double>(t.as<float>()[0]));
    }
    return OkStatus();
  }
  ASSIGN_OR_RETURN(Executable * step, SpecializeFor(f, batch));
  for (int i = 0; i < 2; ++i) RETURN_IF_ERROR(step->SetInput(i, batch[static_cast<size_t>(i)]));
  RETURN_IF_ERROR(step->Run());
  if (step->num_outputs() != expected)
    return UsageError("the training step returns ", step->num_outputs(), " values, expected the loss and total and ",
                      "count of ", options_.metrics.size(), " metrics");
  for (int i = 0; i < expected; ++i) {
    ASSIGN_OR_RETURN(std::span<const float> value, step->Output<float>(i));
    add(i, static_cast<double>(value[0]));
  }
  return OkStatus();
}

Logs Trainer::ToLogs(const Sums& sums, std::string_view prefix) const {
  Logs logs = {{StrCat(prefix, "loss"), sums.samples > 0 ? sums.loss / sums.samples : 0}};
  for (size_t i = 0; i < options_.metrics.size(); ++i)
    logs.emplace_back(StrCat(prefix, options_.metrics[i].name), sums.metrics[i].Result(options_.metrics[i]));
  return logs;
}

Status Trainer::FitEpoch(data::Stage& train, const FitOptions& options, bool* interrupted) {
  RETURN_IF_ERROR(train.Start(epoch_, batch_));
  data::Element batch;
  bool report_batches = false;
  for (Callback* c : options.callbacks) report_batches |= c->wants_batches();
  while (true) {
    if (options.interrupt && options.interrupt->load()) {
      *interrupted = true;
      return OkStatus();
    }
    Clock::time_point begin = Clock::now();
    ASSIGN_OR_RETURN(bool more, train.Next(&batch));
    if (!more) return OkStatus();
    optimizer_->SetLearningRate();
    double batch_loss = 0;
    RETURN_IF_ERROR_AT(RunBatch(*train_, batch, &sums_, &batch_loss),
                       StrCat("epoch ", epoch_ + 1, ", batch ", batch_ + 1));
    ++batch_;
    samples_seen_ += static_cast<double>(SamplesOf(batch));
    training_seconds_ += Since(begin);
    if (!report_batches) continue;
    BatchEvent event = {.epoch = epoch_,
                        .batch = batch_ - 1,
                        .batches = train.size(),
                        .samples = SamplesOf(batch),
                        .batch_loss = batch_loss,
                        .logs = ToLogs(sums_, ""),
                        .samples_per_second = training_seconds_ > 0 ? samples_seen_ / training_seconds_ : 0};
    for (Callback* c : options.callbacks)
      if (c->wants_batches()) RETURN_IF_ERROR_AT(c->OnBatchEnd(*this, event), c->name());
    if (!stop_.empty()) return OkStatus();
  }
}

Status Trainer::EndEpoch(data::Stage& train, data::Stage* validation, const FitOptions& options, double seconds) {
  EpochEvent event;
  event.epoch = epoch_;
  event.epochs = options.epochs;
  event.learning_rate = optimizer_->learning_rate();
  event.samples_per_second = training_seconds_ > 0 ? samples_seen_ / training_seconds_ : 0;
  event.stages = data::ReportAll(train);
  if (sums_.samples == 0 && batch_ == 0) return UsageError("the training data has no batch");
  event.logs = ToLogs(sums_, "");
  if (validation) {
    ASSIGN_OR_RETURN_AT(Logs logs, Evaluate(*validation), "validation");
    for (auto& [name, value] : logs) event.logs.emplace_back(StrCat("val_", name), value);
  }
  event.seconds = seconds;
  logs_ = event.logs;
  ++epoch_;
  batch_ = 0;
  sums_ = Sums();
  sums_.metrics.resize(options_.metrics.size());
  for (Callback* c : options.callbacks) RETURN_IF_ERROR_AT(c->OnEpochEnd(*this, event), c->name());
  return OkStatus();
}

Result<FitReport> Trainer::Fit(data::Stage& train, data::Stage* validation, const FitOptions& options) {
  Clock::time_point begin = Clock::now();
  samples_seen_ = training_seconds_ = 0;
  FitReport report;
  for (Callback* c : options.callbacks) RETURN_IF_ERROR_AT(c->OnTrainBegin(*this, options.epochs), c->name());
  while (epoch_ < options.epochs && stop_.empty() && !report.interrupted) {
    Clock::time_point epoch_begin = Clock::now();
    for (Callback* c : options.callbacks) RETURN_IF_ERROR_AT(c->OnEpochBegin(*this, epoch_), c->name());
    RETURN_IF_ERROR(FitEpoch(train, options, &report.interrupted));
    if (report.interrupted || !stop_.empty()) break;
    RETURN_IF_ERROR(EndEpoch(train, validation, options, Since(epoch_begin)));
  }
  for (Callback* c : options.callbacks) RETURN_IF_ERROR_AT(c->OnTrainEnd(*this, report.interrupted), c->name());
  report.logs = logs_;
  report.epochs = epoch_;
  report.steps = optimizer_->iterations();
  report.seconds = Since(begin);
  report.samples_per_second = training_seconds_ > 0 ? samples_seen_ / training_seconds_ : 0;
  report.stopped = stop_;
  report.traces = train_->traces();
  return report;
}

Result<Logs> Trainer::Evaluate(data::Stage& data) {
  Sums sums;
  sums.metrics.resize(options_.metrics.size());
  RETURN_IF_ERROR(data.Start(0));
  data::Element batch;
  double batch_loss = 0;
  while (true) {
    ASSIGN_OR_RETURN(bool more, data.Next(&batch));
    if (!more) break;
    RETURN_IF_ERROR(RunBatch(*evaluate_, batch, &sums, &batch_loss));
  }
  if (sums.samples == 0) return UsageError("there is no batch to evaluate");
  return ToLogs(sums, "");
}

Result<Tensor> Trainer::Predict(const Tensor& x) { return (*predict_)({Value(x)})[0].Read(); }

CheckpointTensors Trainer::State(std::span<Callback* const> callbacks) const {
  CheckpointTensors state;
  for (const VariablePtr& v : variables_) state.emplace_back(ModelPath(*v), v->tensor());
  for (const VariablePtr& v : optimizer_->state()) state.emplace_back(OptimizerPath(*v), v->tensor());
  state.emplace_back("trainer/epoch", Tensor::Scalar<int64_t>(epoch_));
  state.emplace_back("trainer/batch", Tensor::Scalar<int64_t>(batch_));
  std::vector<double> sums = {sums_.loss, sums_.samples};
  for (const MetricSum& m : sums_.metrics) {
    sums.push_back(m.total);
    sums.push_back(m.count);
  }
  state.emplace_back("trainer/sums",
                     Tensor::Of<double>({static_cast<int64_t>(sums.size())}, std::span<const double>(sums)));
  state.emplace_back("trainer/stopped", Tensor::Scalar<std::string>(stop_));
  for (const Callback* c : callbacks)
    for (auto& [name, tensor] : c->State()) state.emplace_back(StrCat("callbacks/", c->name(), "/", name), tensor);
  return state;
}

Status Trainer::Restore(const std::map<std::string, Tensor>& state, std::span<Callback* const> callbacks) {
  std::vector<std::string> problems;
  auto note = [&](Status s) {
    if (!s.ok()) problems.push_back(s.message());
  };
  for (const VariablePtr& v : variables_) note(CheckFits(*v, ModelPath(*v), state));
  for (const VariablePtr& v : optimizer_->state()) note(CheckFits(*v, OptimizerPath(*v), state));
  auto epoch = state.find("trainer/epoch"), batch = state.find("trainer/batch"), sums = state.find("trainer/sums"),
       stopped = state.find("trainer/stopped");
  auto count = static_cast<int64_t>(2 + 2 * options_.metrics.size());
  if (epoch == state.end() || batch == state.end() || sums == state.end() || stopped == state.end() ||
      epoch->second.type() != TensorType(DType::kI64, Shape{}) || batch->second.type() != epoch->second.type() ||
      stopped->second.type() != TensorType(DType::kString, Shape{}))
    problems.emplace_back("the checkpoint does not say where training was");
  else if (sums->second.type() != TensorType(DType::kF64, Shape{count}))
    problems.push_back(StrCat("the checkpoint was made with other metrics"));
  else if (epoch->second.as<int64_t>()[0] < 0 || batch->second.as<int64_t>()[0] < 0)
    problems.emplace_back("the checkpoint's position is negative");
  if (!problems.empty()) return BadInput(StrJoin(problems, "; "));

  for (const VariablePtr& v : variables_) CopyInto(*v, state.at(ModelPath(*v)));
  for (const VariablePtr& v : optimizer_->state()) CopyInto(*v, state.at(OptimizerPath(*v)));
  epoch_ = epoch->second.as<int64_t>()[0];
  batch_ = batch->second.as<int64_t>()[0];
  stop_ = stopped->second.strings()[0];
  std::span<const double> values = sums->second.as<double>();
  sums_.loss = values[0];
  sums_.samples = values[1];
  for (size_t i = 0; i < sums_.metrics.size(); ++i) sums_.metrics[i] = {values[2 + 2 * i], values[3 + 2 * i]};
  for (Callback* c : callbacks) {
    std::map<std::string, Tensor> own;
    std::string prefix = StrCat("callbacks/", c->name(), "/");
    for (const auto& [path, tensor] : state)
      if (path.rfind(prefix, 0) == 0) own[path.substr(prefix.size())] = tensor;
    RETURN_IF_ERROR_AT(c->Restore(own), c->name());
  }
  return OkStatus();
}

}  // namespace slipway::train
