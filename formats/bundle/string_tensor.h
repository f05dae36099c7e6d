#pragma once
// How a bundle stores the elements of a string tensor: all lengths as varints, a masked checksum of the lengths, all
// bytes. Both checksums take a length as 4 little-endian bytes (8 if it needs more), not as the varint.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace slipway::bundle {

// `count` strings out of `bytes`; `crc` receives the (unmasked) checksum over all of them.
Result<std::vector<std::string>> DecodeStrings(std::string_view bytes, size_t count, uint32_t* crc);
std::string EncodeStrings(const std::vector<std::string>& strings, uint32_t* crc);

}  // namespace slipway::bundle
