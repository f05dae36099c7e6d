#include "formats/events/reader.h"

#include "formats/proto/message.h"
#include "formats/proto/tensor.h"
#include "tensorflow/core/util/event.pb.h"

namespace slipway::events {

namespace {

SummaryValue FromProto(const tensorflow::Summary::Value& proto) {
  SummaryValue value;
  value.tag = proto.tag();
  value.plugin = proto.metadata().plugin_data().plugin_name();
  value.content = proto.metadata().plugin_data().content();
  const char* older = "";
  switch (proto.value_case()) {
    case tensorflow::Summary::Value::kTensor:
      if (Result<Tensor> tensor = proto::TensorFromProto(proto.tensor()); tensor.ok()) value.value = *tensor;
      break;
    case tensorflow::Summary::Value::kSimpleValue:
      value.value = Tensor::Scalar(proto.simple_value());
      older = "scalars";
      break;
    case tensorflow::Summary::Value::kImage:
      older = "images";
      break;
    case tensorflow::Summary::Value::kHisto:
      older = "histograms";
      break;
    case tensorflow::Summary::Value::kAudio:
      older = "audio";
      break;
    default:
      break;
  }
  if (value.plugin.empty()) value.plugin = older;
  return value;
}

}  // namespace

Result<Reader> Reader::Open(const std::string& path) {
  ASSIGN_OR_RETURN(tfrecord::Reader records, tfrecord::Reader::Open(path));
  return Reader(path, std::move(records));
}

Result<bool> Reader::Next(Event* event) {
  *event = Event();
  uint64_t offset = records_.offset();
  std::string_view record;
  ASSIGN_OR_RETURN(bool more, records_.Next(&record));
  if (!more) return false;
  tensorflow::Event proto;
  RETURN_IF_ERROR_AT(proto::ParseMessage(record, &proto), StrCat(path_, ": record at ", offset));
  event->wall_time = proto.wall_time();
  event->step = proto.step();
  event->file_version = proto.file_version();
  event->graph_def = proto.graph_def();
  event->meta_graph_def = proto.meta_graph_def();
  event->run_metadata_tag = proto.tagged_run_metadata().tag();
  event->run_metadata = proto.tagged_run_metadata().run_metadata();
  for (const auto& value : proto.summary().value()) event->summaries.push_back(FromProto(value));
  return true;
}

}  // namespace slipway::events
