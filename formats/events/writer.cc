#include "formats/events/writer.h"

#include <unistd.h>

#include <atomic>
#include <chrono>

#include "formats/proto/message.h"
#include "formats/proto/tensor.h"
#include "formats/tfrecord/record.h"
#include "tensorflow/core/util/event.pb.h"

namespace slipway::events {

namespace {

std::string FileName(double now) {
  static std::atomic<int> counter{0};
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  std::string seconds = StrCat(static_cast<int64_t>(now));
  seconds.insert(0, seconds.size() < 10 ? 10 - seconds.size() : 0, '0');
  return StrCat("events.out.tfevents.", seconds, ".", host[0] ? host : "localhost", ".", getpid(), ".",
                counter.fetch_add(1), ".v2");
}

}  // namespace

double WallTime() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

Result<Writer> Writer::Create(const std::string& directory, std::function<double()> clock) {
  RETURN_IF_ERROR(MakeDirectories(directory));
  double now = clock();
  std::string path = JoinPath(directory, FileName(now));
  if (FileExists(path)) return MachineError("'", path, "' exists already");
  ASSIGN_OR_RETURN(AppendFile file, AppendFile::Open(path));
  Writer writer(std::move(file), std::move(clock));
  tensorflow::Event event;
  event.set_wall_time(now);
  event.set_file_version("brain.Event:2");
  event.mutable_source_metadata()->set_writer("tensorflow.core.util.events_writer");
  RETURN_IF_ERROR(writer.WriteRecord(proto::SerializeMessage(event)));
  return writer;
}

Status Writer::WriteRecord(std::string_view event) {
  std::string record;
  tfrecord::AppendRecord(record, event);
  return file_.Append(record);
}

Status Writer::AddTensor(std::string_view tag, int64_t step, const Tensor& tensor, std::string_view plugin,
                         std::string_view content) {
  tensorflow::Event event;
  event.set_wall_time(clock_());
  event.set_step(step);
  tensorflow::Summary::Value& value = *event.mutable_summary()->add_value();
  value.set_tag(std::string(tag));
  proto::TensorToProto(tensor, value.mutable_tensor());
  auto& data = *value.mutable_metadata()->mutable_plugin_data();
  data.set_plugin_name(std::string(plugin));
  data.set_content(std::string(content));
  return WriteRecord(proto::SerializeMessage(event));
}

Status Writer::AddScalar(std::string_view tag, int64_t step, float value) {
  return AddTensor(tag, step, Tensor::Scalar(value), "scalars");
}

Status Writer::AddHistogram(std::string_view tag, int64_t step, std::span<const float> values, int buckets) {
  return AddTensor(tag, step, MakeHistogram(values, buckets), "histograms");
}

Status Writer::AddText(std::string_view tag, int64_t step, std::string_view text) {
  return AddTensor(tag, step, Tensor::Scalar(std::string(text)), "text");
}

Status Writer::AddImages(std::string_view tag, int64_t step, int width, int height, std::span<const std::string> pngs) {
  std::vector<std::string> strings = {StrCat(width), StrCat(height)};
  strings.insert(strings.end(), pngs.begin(), pngs.end());
  return AddTensor(tag, step, Tensor::Of<std::string>(Shape{static_cast<int64_t>(strings.size())}, strings), "images");
}

Status Writer::AddGraph(std::string_view graph_def) {
  tensorflow::Event event;
  event.set_wall_time(clock_());
  event.set_graph_def(std::string(graph_def));
  return WriteRecord(proto::SerializeMessage(event));
}

Status Writer::AddRunMetadata(std::string_view tag, int64_t step, std::string_view run_metadata) {
  tensorflow::Event event;
  event.set_wall_time(clock_());
  event.set_step(step);
  event.mutable_tagged_run_metadata()->set_tag(std::string(tag));
  event.mutable_tagged_run_metadata()->set_run_metadata(std::string(run_metadata));
  return WriteRecord(proto::SerializeMessage(event));
}

Status Writer::AddExperiment(const Experiment& experiment) {
  return AddTensor("_hparams_/experiment", 0, Tensor(DType::kF32, Shape{0}), "hparams", EncodeExperiment(experiment));
}

Status Writer::AddSessionStart(const SessionStart& start) {
  return AddTensor("_hparams_/session_start_info", 0, Tensor(DType::kF32, Shape{0}), "hparams",
                   EncodeSessionStart(start));
}

Status Writer::AddSessionEnd(SessionOutcome outcome, double end_time) {
  return AddTensor("_hparams_/session_end_info", 0, Tensor(DType::kF32, Shape{0}), "hparams",
                   EncodeSessionEnd(outcome, end_time));
}

}  // namespace slipway::events
