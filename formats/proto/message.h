#pragma once
// Whole messages to and from bytes and text. Thread safe for different messages.

#include <string>
#include <string_view>

#include "base/status.h"

namespace google::protobuf {
class Message;
class MessageLite;
}  // namespace google::protobuf

namespace slipway::proto {

// Replaces `message` by what `bytes` say; kBadInput names the message type. Unknown fields are kept.
Status ParseMessage(std::string_view bytes, google::protobuf::MessageLite* message);

// The text form (.pbtxt, the file `checkpoint`); the error names line and column. Unknown fields are skipped.
Status ParseText(std::string_view text, google::protobuf::Message* message);

// Maps in key order: equal messages give equal bytes.
std::string SerializeMessage(const google::protobuf::MessageLite& message);
std::string PrintText(const google::protobuf::Message& message);

}  // namespace slipway::proto
