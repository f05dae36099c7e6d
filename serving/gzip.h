#pragma once
// gzip bodies of REST requests.

#include <optional>
#include <string>
#include <string_view>

namespace slipway::serving {

// Nothing if the stream is damaged, cut, or inflates to more than `limit` bytes.
std::optional<std::string> InflateGzip(std::string_view bytes, size_t limit);

}  // namespace slipway::serving
