#pragma once
// Protobuf messages in text form, as users write them into configuration files.

#include <string>

#include "base/status.h"

namespace google::protobuf {
class Message;
}

namespace slipway::serving {

// kBadInput "Error parsing text-format TYPE: 'NAME', line L, column C: ...".
Status ParseTextMessage(const std::string& text, const std::string& name, google::protobuf::Message* message);

}  // namespace slipway::serving
