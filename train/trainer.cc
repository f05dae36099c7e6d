#include "train/trainer.h"

#include <chrono>
#include <cmath>
#include <cstring>

#include "train/nn/arithmetic.h"

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
  const Value batch[] = {input, label};
  RETURN_IF_ERROR(Results(batch, predictions)[0].status());
  for (const Metric& m : options_.metrics) RETURN_IF_ERROR(ComputeMetric(m, label, predictions).status());
  variables_ = model_->variables();
  optimizer_ = std::make_unique<Optimizer>(options_.optimizer, nn::Trainable(variables_));
  sums_.metrics.resize(options_.metrics.size());
  return OkStatus();
}

// Of the data times those of the classes; absent if there are none.
Value Trainer::WeightsOf(std::span<const Value> batch) const {
  Value weights = batch.size() > 2 ? batch[2] : Value();
  if (options_.class_weight.empty()) return weights;
  const Value& y = batch[1];
  Value numbers = IsInteger(y.dtype()) || y.shape().rank() != 2 ? y : nn::ArgMax(y), of_class;
  for (const auto& [number, weight] : options_.class_weight) {
    Value is = nn::Cast(nn::Equal(numbers, nn::Scalar(static_cast<double>(number), numbers.dtype())), DType::kF32);
    Value own = is * (weight - 1);
    of_class = of_class.absent() ? own + 1 : of_class + own;
  }
  return weights.absent() ? of_class : weights * of_class;
}

std::vector<Value> Trainer::Results(std::span<const Value> batch, const Value& predictions) const {
  Value loss = ReducedLoss(options_.loss, options_.reduction, batch[1], predictions, WeightsOf(batch));
  Value penalty = nn::Penalty(model_->regularized());
  std::vector<Value> results = {penalty.absent() ? loss : loss + penalty};
  for (const Metric& m : options_.metrics) results.push_back(ComputeMetric(m, batch[1], predictions));
  return results;
}

std::vector<Value> Trainer::TrainStep(std::span<const Value> batch, std::vector<Value>* gradients) {
  nn::CallContext context = {.training = true, .step = Read(optimizer_->iteration())};
  Tape tape;
  Value predictions = (*model_)(batch[0], context);
  std::vector<Value> results = Results(batch, predictions);
  std::vector<Value> own = tape.Gradients(results[0], optimizer_->variables());
  if (gradients) *gradients = own;
  if (Status s = ApplyGradients(std::move(own)); !s.ok()) return {s};
  return results;
}

Status Trainer::ApplyGradients(std::vector<Value> gradients) {
  return accumulates_ ? optimizer_->Accumulate(std::move(gradients)) : optimizer_->Apply(std::move(gradients));
}

void Trainer::MakeFunctions() {
  FunctionOptions options = {options_.pool, options_.run_eagerly};
  auto step = [this](bool accumulates) {
    return [this, accumulates](std::span<const Value> in) {
      accumulates_ = accumulates;
      return options_.train_step ? options_.train_step(*this, in) : TrainStep(in);
    };
  };
  train_ = std::make_unique<Function>("train_step", step(false), options);
  accumulate_ = std::make_unique<Function>("accumulate_step", step(true), options);
  evaluate_ = std::make_unique<Function>(
      "evaluate_step", [this](std::span<const Value> in) { return Results(in, (*model_)(in[0])); }, options);
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
  if (batch.size() != 2 && batch.size() != 3)
    return UsageError("the pipeline gives ", batch.size(),
                      " tensors per batch, expected inputs and labels, or inputs, labels and weights");
  auto samples = static_cast<double>(SamplesOf(batch));
  auto add = [&](size_t i, std::span<const float> value) {
    if (i > 0) return sums->metrics[i - 1].Add(value);
    *batch_loss = static_cast<double>(value[0]);
    sums->loss += *batch_loss * samples;
    sums->samples += samples;
  };
  const size_t expected = 1 + options_.metrics.size();
  auto check = [&](size_t n) -> Status {
    if (n == expected) return OkStatus();
    return UsageError("the training step returns ", n, " values, expected the loss and the terms of ",
                      options_.metrics.size(), " metrics");
  };
  if (options_.run_eagerly) {
    std::vector<Value> results = f({batch.begin(), batch.end()});
    RETURN_IF_ERROR(results[0].status());
    RETURN_IF_ERROR(check(results.size()));
    for (size_t i = 0; i < expected; ++i) {
      ASSIGN_OR_RETURN(Tensor t, results[i].Read());
      add(i, t.as<float>());
    }
    return OkStatus();
  }
  ASSIGN_OR_RETURN(Executable * step, SpecializeFor(f, batch));
  for (size_t i = 0; i < batch.size(); ++i) RETURN_IF_ERROR(step->SetInput(static_cast<int>(i), batch[i]));
  RETURN_IF_ERROR(step->Run());
  RETURN_IF_ERROR(check(static_cast<size_t>(step->num_outputs())));
  for (size_t i = 0; i < expected; ++i) {
    ASSIGN_OR_RETURN(std::span<const float> value, step->Output<float>(static_cast<int>(i)));
    add(i, value);
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
    Function& step = optimizer_->accumulates() ? *accumulate_ : *train_;
    RETURN_IF_ERROR_AT(RunBatch(step, batch, &sums_, &batch_loss),
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
  if (!report.interrupted) optimizer_->Finalize();
  for (Callback* c : options.callbacks) RETURN_IF_ERROR_AT(c->OnTrainEnd(*this, report.interrupted), c->name());
  report.logs = logs_;
  report.epochs = epoch_;
  report.steps = optimizer_->iterations();
  report.seconds = Since(begin);
  report.samples_per_second = training_seconds_ > 0 ? samples_seen_ / training_seconds_ : 0;
  report.stopped = stop_;
  report.traces = train_->traces() + accumulate_->traces();
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

// Loss and samples, then the totals of all metrics; and how many each metric has.
CheckpointTensors Trainer::SumsState() const {
  std::vector<double> totals = {sums_.loss, sums_.samples};
  std::vector<int64_t> sizes;
  for (const MetricSum& m : sums_.metrics) {
    totals.insert(totals.end(), m.totals.begin(), m.totals.end());
    sizes.push_back(static_cast<int64_t>(m.totals.size()));
  }
  auto vector = []<class T>(const std::vector<T>& v) {
    return Tensor::Of<T>({static_cast<int64_t>(v.size())}, std::span<const T>(v));
  };
  return {{"trainer/sums", vector(totals)}, {"trainer/metric_sizes", vector(sizes)}};
}

Status Trainer::RestoreSums(const std::map<std::string, Tensor>& state, Sums* sums) const {
  auto totals = state.find("trainer/sums"), sizes = state.find("trainer/metric_sizes");
  const auto metrics = static_cast<int64_t>(options_.metrics.size());
  if (totals == state.end() || sizes == state.end() || sizes->second.type() != TensorType(DType::kI64, Shape{metrics}))
    return BadInput("the checkpoint was made with other metrics");
  const std::span<const int64_t> counts = sizes->second.as<int64_t>();
  const auto left = [&](int64_t used) { return totals->second.elements() - used; };
  int64_t used = 2;
  bool fits = totals->second.dtype() == DType::kF64 && totals->second.shape().rank() == 1 && left(used) >= 0;
  for (int64_t n : counts) {
    fits = fits && n >= 0 && n <= left(used);
    used += fits ? n : 0;
  }
  if (!fits || left(used) != 0) return BadInput("the checkpoint's sums of metrics do not fit each other");
  std::span<const double> values = totals->second.as<double>();
  *sums = {values[0], values[1], {}};
  values = values.subspan(2);
  for (int64_t n : counts) {
    const std::span<const double> own = values.first(static_cast<size_t>(n));
    sums->metrics.push_back({{own.begin(), own.end()}});
    values = values.subspan(own.size());
  }
  return OkStatus();
}

CheckpointTensors Trainer::State(std::span<Callback* const> callbacks) const {
  CheckpointTensors state;
  for (const VariablePtr& v : variables_) state.emplace_back(ModelPath(*v), v->tensor());
  for (const VariablePtr& v : optimizer_->state()) state.emplace_back(OptimizerPath(*v), v->tensor());
  state.emplace_back("trainer/epoch", Tensor::Scalar<int64_t>(epoch_));
  state.emplace_back("trainer/batch", Tensor::Scalar<int64_t>(batch_));
  for (auto& [name, tensor] : SumsState()) state.emplace_back(name, tensor);
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
  auto epoch = state.find("trainer/epoch"), batch = state.find("trainer/batch"),
       stopped = state.find("trainer/stopped");
  Sums sums;
  note(RestoreSums(state, &sums));
  if (epoch == state.end() || batch == state.end() || stopped == state.end() ||
      epoch->second.type() != TensorType(DType::kI64, Shape{}) || batch->second.type() != epoch->second.type() ||
      stopped->second.type() != TensorType(DType::kString, Shape{}))
    problems.emplace_back("the checkpoint does not say where training was");
  else if (epoch->second.as<int64_t>()[0] < 0 || batch->second.as<int64_t>()[0] < 0)
    problems.emplace_back("the checkpoint's position is negative");
  if (!problems.empty()) return BadInput(StrJoin(problems, "; "));

  for (const VariablePtr& v : variables_) CopyInto(*v, state.at(ModelPath(*v)));
  for (const VariablePtr& v : optimizer_->state()) CopyInto(*v, state.at(OptimizerPath(*v)));
  epoch_ = epoch->second.as<int64_t>()[0];
  batch_ = batch->second.as<int64_t>()[0];
  stop_ = stopped->second.strings()[0];
  sums_ = std::move(sums);
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
