#include "formats/proto/message.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <limits>

namespace slipway::proto {

namespace {

namespace pb = google::protobuf;

class FirstError : public pb::io::ErrorCollector {
 public:
  void AddError(int line, pb::io::ColumnNumber column, const std::string& message) override {
    if (text.empty()) text = StrCat("line ", line + 1, ", column ", column + 1, ": ", message);
  }
  std::string text;
};

}  // namespace

Status ParseMessage(std::string_view bytes, pb::MessageLite* message) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
    return Unsupported("a ", message->GetTypeName(), " of ", HumanBytes(bytes.size()), " is above the limit of 2 GiB");
  pb::LogSilencer quiet;
  if (!message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    return BadInput("the bytes are not a valid ", message->GetTypeName());
  return OkStatus();
}

Status ParseText(std::string_view text, pb::Message* message) {
  if (text.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
    return Unsupported("a text of ", HumanBytes(text.size()), " is above the limit of 2 GiB");
  FirstError error;
  pb::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(100);
  pb::LogSilencer quiet;
  pb::io::ArrayInputStream in(text.data(), static_cast<int>(text.size()));
  if (!parser.Parse(&in, message))
    return BadInput("the text is not a valid ", message->GetTypeName(), ": ", error.text);
  return OkStatus();
}

std::string SerializeMessage(const pb::MessageLite& message) {
  std::string out;
  {
    pb::io::StringOutputStream stream(&out);
    pb::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message.SerializePartialToCodedStream(&coded);
  }
  return out;
}

std::string PrintText(const pb::Message& message) {
  std::string out;
  pb::TextFormat::PrintToString(message, &out);
  return out;
}

}  // namespace slipway::proto
