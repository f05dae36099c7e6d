#include "train/monitor.h"

#include <algorithm>
#include <cstring>

#include "train/trainer.h"

namespace slipway::train {

namespace {

Tensor F64(double v) { return Tensor::Scalar<double>(v); }
Tensor I64(int64_t v) { return Tensor::Scalar<int64_t>(v); }

}  // namespace

bool Maximizes(const Trainer& trainer, MonitorMode mode, const std::string& monitor) {
  if (mode != MonitorMode::kAuto) return mode == MonitorMode::kMax;
  const std::string_view log = monitor.starts_with("val_") ? std::string_view(monitor).substr(4) : monitor;
  const auto& metrics = trainer.options().metrics;
  auto found = std::ranges::find_if(metrics, [&](const Metric& m) { return m.name == log; });
  return found != metrics.end() && MoreIsBetter(*found);
}

Result<double> Monitored(const EpochEvent& event, const std::string& monitor) {
  if (const double* v = FindLog(event.logs, monitor)) return *v;
  std::vector<std::string> names;
  for (const auto& [name, value] : event.logs) names.push_back(name);
  return UsageError("monitor '", monitor, "' is not among the logs ", StrJoin(names, ", "));
}

const Tensor* FindState(const std::map<std::string, Tensor>& state, const char* name, DType dtype) {
  auto found = state.find(name);
  bool fits = found != state.end() && found->second.dtype() == dtype && found->second.elements() == 1;
  return fits ? &found->second : nullptr;
}

bool EarlyStopping::Better(const Trainer& trainer, double value, double than) const {
  return Maximizes(trainer, options_.mode, options_.monitor) ? value > than + options_.min_delta
                                                             : value < than - options_.min_delta;
}

Status EarlyStopping::OnEpochEnd(Trainer& trainer, const EpochEvent& event) {
  ASSIGN_OR_RETURN(double value, Monitored(event, options_.monitor));
  if (event.epoch < options_.start_from_epoch) return OkStatus();
  ++wait_;
  if (!any_ || Better(trainer, value, best_)) {
    any_ = true;
    best_ = value;
    best_epoch_ = event.epoch;
    if (options_.restore_best_weights) {
      best_weights_.clear();
      for (const VariablePtr& v : trainer.variables()) best_weights_.emplace_back(v->name, v->tensor().Clone());
    }
    if (!options_.baseline || Better(trainer, value, *options_.baseline)) wait_ = 0;
    return OkStatus();
  }
  if (wait_ >= options_.patience && event.epoch > 0)
    trainer.RequestStop(StrCat("early stopping: ", options_.monitor, " has not improved on ", best_, " (epoch ",
                               best_epoch_ + 1, ") for ", wait_, " epochs"));
  return OkStatus();
}

Status EarlyStopping::OnTrainEnd(Trainer& trainer, bool interrupted) {
  if (!options_.restore_best_weights || interrupted) return OkStatus();
  for (const auto& [name, tensor] : best_weights_)
    for (const VariablePtr& v : trainer.variables())
      if (v->name == name && v->type() == tensor.type() && tensor.bytes() != 0)
        std::memcpy(v->tensor().data(), tensor.data(), tensor.bytes());
  return OkStatus();
}

CheckpointTensors EarlyStopping::State() const {
  CheckpointTensors state = {
      {"any", I64(any_)}, {"best", F64(best_)}, {"wait", I64(wait_)}, {"best_epoch", I64(best_epoch_)}};
  for (const auto& [name, tensor] : best_weights_) state.emplace_back(StrCat("best_weights/", name), tensor);
  return state;
}

Status EarlyStopping::Restore(const std::map<std::string, Tensor>& state) {
  const Tensor *any = FindState(state, "any", DType::kI64), *best = FindState(state, "best", DType::kF64),
               *wait = FindState(state, "wait", DType::kI64), *epoch = FindState(state, "best_epoch", DType::kI64);
  if (!any || !best || !wait || !epoch) return OkStatus();  // the callback is new to this run
  any_ = any->as<int64_t>()[0] != 0;
  best_ = best->as<double>()[0];
  wait_ = wait->as<int64_t>()[0];
  best_epoch_ = epoch->as<int64_t>()[0];
  constexpr std::string_view kWeights = "best_weights/";
  for (const auto& [path, tensor] : state)
    if (path.rfind(kWeights, 0) == 0) best_weights_.emplace_back(path.substr(kWeights.size()), tensor.Clone());
  return OkStatus();
}

Status ReduceLROnPlateau::OnTrainBegin(Trainer& trainer, int64_t) {
  if (options_.factor >= 1) return UsageError("factor is ", options_.factor, ", expected less than 1");
  if (reduced_) trainer.optimizer().OverrideLearningRate(*reduced_);
  return OkStatus();
}

Status ReduceLROnPlateau::OnEpochEnd(Trainer& trainer, const EpochEvent& event) {
  ASSIGN_OR_RETURN(double value, Monitored(event, options_.monitor));
  if (cooldown_ > 0) {
    --cooldown_;
    wait_ = 0;
  }
  const bool more = Maximizes(trainer, options_.mode, options_.monitor);
  if (!any_ || (more ? value > best_ + options_.min_delta : value < best_ - options_.min_delta)) {
    any_ = true;
    best_ = value;
    wait_ = 0;
    return OkStatus();
  }
  const double rate = trainer.optimizer().learning_rate();
  if (cooldown_ > 0 || ++wait_ < options_.patience || rate <= options_.min_lr) return OkStatus();
  reduced_ = std::max(rate * options_.factor, options_.min_lr);
  trainer.optimizer().OverrideLearningRate(*reduced_);
  cooldown_ = options_.cooldown;
  wait_ = 0;
  return OkStatus();
}

CheckpointTensors ReduceLROnPlateau::State() const {
  return {{"any", I64(any_)},
          {"best", F64(best_)},
          {"wait", I64(wait_)},
          {"cooldown", I64(cooldown_)},
          {"rate", F64(reduced_.value_or(-1))}};
}

Status ReduceLROnPlateau::Restore(const std::map<std::string, Tensor>& state) {
  const Tensor *any = FindState(state, "any", DType::kI64), *best = FindState(state, "best", DType::kF64),
               *wait = FindState(state, "wait", DType::kI64), *cooldown = FindState(state, "cooldown", DType::kI64),
               *rate = FindState(state, "rate", DType::kF64);
  if (!any || !best || !wait || !cooldown || !rate) return OkStatus();  // the callback is new to this run
  any_ = any->as<int64_t>()[0] != 0;
  best_ = best->as<double>()[0];
  wait_ = wait->as<int64_t>()[0];
  cooldown_ = cooldown->as<int64_t>()[0];
  if (rate->as<double>()[0] >= 0) reduced_ = rate->as<double>()[0];
  return OkStatus();
}

}  // namespace slipway::train
