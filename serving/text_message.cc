#include "serving/text_message.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

namespace slipway::serving {

namespace {

// Keeps the first complaint for our own message; the library would print them all.
class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (text.empty()) text = StrCat("line ", line + 1, ", column ", column + 1, ": ", message);
  }
  std::string text;
};

}  // namespace

Status ParseTextMessage(const std::string& text, const std::string& name, google::protobuf::Message* message) {
  google::protobuf::TextFormat::Parser parser;
  FirstError error;
  parser.RecordErrorsTo(&error);
  if (parser.ParseFromString(text, message)) return OkStatus();
  return BadInput("Error parsing text-format ", message->GetTypeName(), ": '", name, "', ", error.text);
}

}  // namespace slipway::serving
