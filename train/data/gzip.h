#pragma once
// Text files that may be gzip-packed.

#include <string>

#include "base/status.h"

namespace slipway::train::data {

// The whole file, unpacked if it starts as gzip does (several members in a row are one text). An error that names the
// path if it is damaged or unpacks to more than `max_bytes`.
Result<std::string> ReadText(const std::string& path, uint64_t max_bytes);

}  // namespace slipway::train::data
