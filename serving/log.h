#pragma once
// The server's log: one line per event on stderr, with the words that scripts around TF Serving look for. Thread safe.

#include <string_view>

namespace slipway::serving {

void Log(std::string_view line);

}  // namespace slipway::serving
