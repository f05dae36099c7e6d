#include "train/callbacks.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "base/file.h"
#include "train/trainer.h"

namespace slipway::train {

namespace {

constexpr size_t kColumns = 80;

double Now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Four significant digits, for people.
std::string Short(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", v);
  return text;
}

std::string Rate(double samples_per_second) { return StrCat(static_cast<int64_t>(samples_per_second), "/s"); }

// As many logs as fit.
std::string LogText(const Logs& logs, size_t room) {
  std::string text;
  for (const auto& [name, value] : logs) {
    std::string one = StrCat(text.empty() ? "" : " ", name, " ", Short(value));
    if (text.size() + one.size() > room) break;
    text += one;
  }
  return text;
}

Tensor F64(double v) { return Tensor::Scalar<double>(v); }

}  // namespace

Status ProgressBar::OnTrainBegin(Trainer&, int64_t epochs) {
  epochs_ = epochs;
  return OkStatus();
}

Status ProgressBar::OnBatchEnd(Trainer&, const BatchEvent& event) {
  double now = Now();
  batches_ = event.batch + 1;
  if (now - last_update_ < 0.1 && event.batch + 1 != event.batches) return OkStatus();
  last_update_ = now;
  constexpr int64_t kBar = 14;
  std::string line = StrCat("Epoch ", event.epoch + 1, "/", epochs_, " ");
  if (event.batches > 0) {
    int64_t full = kBar * (event.batch + 1) / event.batches;
    StrAppend(line, "[", std::string(static_cast<size_t>(full), '='), full < kBar ? ">" : "",
              std::string(static_cast<size_t>(std::max<int64_t>(0, kBar - full - 1)), '.'), "] ", event.batch + 1, "/",
              event.batches, " ");
  } else {
    StrAppend(line, "batch ", event.batch + 1, " ");
  }
  std::string rate = Rate(event.samples_per_second);
  size_t used = line.size() + rate.size() + 2;
  StrAppend(line, LogText(event.logs, used < kColumns ? kColumns - used : 0), "  ", rate);
  sink_.Update(std::string_view(line).substr(0, kColumns - 1));
  return OkStatus();
}

Status ProgressBar::OnEpochEnd(Trainer&, const EpochEvent& event) {
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1fs", event.seconds);
  std::string head = StrCat("Epoch ", event.epoch + 1, "/", epochs_, "  ");
  std::string tail = StrCat("  ", seconds, " ", Rate(event.samples_per_second));
  size_t room = kColumns - 1 - std::min(kColumns - 1, head.size() + tail.size());
  sink_.Line(StrCat(head, LogText(event.logs, sink_.rewritable() ? room : 1000), tail));
  return OkStatus();
}

Status TensorBoard::WriteTrain(const EpochEvent& event) {
  if (!train_) {
    ASSIGN_OR_RETURN(events::Writer writer, events::Writer::Create(JoinPath(log_dir_, "train")));
    train_.emplace(std::move(writer));
  }
  auto add = [&](std::string_view tag, double v) { return train_->AddScalar(tag, event.epoch, static_cast<float>(v)); };
  for (const auto& [name, value] : event.logs)
    if (name.rfind("val_", 0) != 0) RETURN_IF_ERROR(add(StrCat("epoch_", name), value));
  RETURN_IF_ERROR(add("epoch_learning_rate", event.learning_rate));
  RETURN_IF_ERROR(add("samples_per_second", event.samples_per_second));
  for (const data::StageReport& s : event.stages)
    if (s.capacity > 0)
      RETURN_IF_ERROR(
          add(StrCat("data/", s.name, "_fill"), static_cast<double>(s.fill) / static_cast<double>(s.capacity)));
  double waited = event.stages.empty() ? 0 : event.stages.back().wait_seconds;
  return add("data/wait_share", event.seconds > 0 ? waited / event.seconds : 0);
}

Status TensorBoard::WriteValidation(const EpochEvent& event) {
  for (const auto& [name, value] : event.logs) {
    if (name.rfind("val_", 0) != 0) continue;
    if (!validation_) {
      ASSIGN_OR_RETURN(events::Writer writer, events::Writer::Create(JoinPath(log_dir_, "validation")));
      validation_.emplace(std::move(writer));
    }
    RETURN_IF_ERROR(validation_->AddScalar(StrCat("epoch_", name.substr(4)), event.epoch, static_cast<float>(value)));
  }
  return OkStatus();
}

Status TensorBoard::OnEpochEnd(Trainer&, const EpochEvent& event) {
  RETURN_IF_ERROR(WriteTrain(event));
  return WriteValidation(event);
}

Status ModelCheckpoint::Save(Trainer& trainer) {
  ASSIGN_OR_RETURN(latest_, SaveCheckpoint(options_.directory, trainer.State(callbacks_),
                                           static_cast<int>(options_.keep), best_name_));
  if (pending_best_) best_name_ = latest_;
  pending_best_ = false;
  return OkStatus();
}

Status ModelCheckpoint::OnBatchEnd(Trainer& trainer, const BatchEvent& event) {
  return (event.batch + 1) % options_.save_freq == 0 ? Save(trainer) : OkStatus();
}

Status ModelCheckpoint::OnEpochEnd(Trainer& trainer, const EpochEvent& event) {
  if (!options_.monitor.empty()) {
    ASSIGN_OR_RETURN(double value, Monitored(event, options_.monitor));
    bool better = Maximizes(trainer, options_.mode, options_.monitor) ? value > best_ : value < best_;
    if (best_name_.empty() || better) {
      best_ = value;
      pending_best_ = true;
    }
  }
  return Save(trainer);
}

Status ModelCheckpoint::OnTrainEnd(Trainer& trainer, bool interrupted) {
  return interrupted ? Save(trainer) : OkStatus();
}

CheckpointTensors ModelCheckpoint::State() const {
  // While the best one is being written its name is not known: the reader of this state is that checkpoint.
  return {{"best", F64(best_)}, {"best_name", Tensor::Scalar<std::string>(pending_best_ ? "." : BaseName(best_name_))}};
}

Status ModelCheckpoint::Restore(const std::map<std::string, Tensor>& state) {
  const Tensor *best = FindState(state, "best", DType::kF64), *name = FindState(state, "best_name", DType::kString);
  if (!best || !name) return OkStatus();
  best_ = best->as<double>()[0];
  const std::string& file = name->strings()[0];
  if (file == ".")
    best_name_ = latest_;
  else if (!file.empty())
    best_name_ = JoinPath(options_.directory, file);
  return OkStatus();
}

Status TerminateOnNaN::OnBatchEnd(Trainer& trainer, const BatchEvent& event) {
  if (!std::isfinite(event.batch_loss))
    trainer.RequestStop(StrCat("the loss is ", event.batch_loss, " in epoch ", event.epoch + 1, ", batch ",
                               event.batch + 1,
                               "; try a lower learning rate, and look for missing or huge values in the data"));
  return OkStatus();
}

Status CsvLogger::OnTrainBegin(Trainer& trainer, int64_t) {
  if (!options_.append && trainer.epoch() == 0) return OkStatus();
  Result<std::string> before = ReadFile(options_.filename);
  if (!before.ok()) return before.status().kind() == ErrorKind::kNotFound ? OkStatus() : before.status();
  text_ = std::move(before).value();
  // What a run that was killed had written after the checkpoint is written again.
  if (trainer.epoch() == 0) return OkStatus();
  const size_t repeated = text_.find(StrCat("\n", trainer.epoch(), options_.separator));
  if (repeated != std::string::npos) text_.resize(repeated + 1);
  return OkStatus();
}

Status CsvLogger::OnEpochEnd(Trainer&, const EpochEvent& event) {
  Logs logs = event.logs;
  std::ranges::sort(logs);
  if (text_.empty()) {
    text_ = "epoch";
    for (const auto& [name, value] : logs) StrAppend(text_, options_.separator, name);
    text_ += '\n';
  }
  StrAppend(text_, event.epoch);
  for (const auto& [name, value] : logs) StrAppend(text_, options_.separator, value);
  text_ += '\n';
  return WriteFileAtomically(options_.filename, text_);
}

}  // namespace slipway::train
