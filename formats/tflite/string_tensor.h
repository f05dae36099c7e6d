#pragma once
// The buffer of a string tensor: int32 count, count + 1 int32 offsets from the start of the buffer (the last one is its
// size), then the bytes of all strings.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace slipway::tflite {

// Unsupported above 2 GB.
Result<std::string> PackStrings(std::span<const std::string> strings);
Result<std::vector<std::string>> UnpackStrings(std::string_view buffer);
// The count of strings, after the checks of UnpackStrings.
Result<int64_t> CountStrings(std::string_view buffer);

}  // namespace slipway::tflite
