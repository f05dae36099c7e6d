#pragma once
// Fingerprint64: FarmHash's portable 64-bit fingerprint of a string, the hash that TensorFlow's string and projection
// ops are defined by. It never changes. Not for secrets.

#include <cstdint>
#include <string_view>

namespace slipway {

uint64_t Fingerprint64(std::string_view bytes);

}  // namespace slipway
