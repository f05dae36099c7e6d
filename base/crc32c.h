#pragma once
// CRC-32C (Castagnoli, RFC 3720) and the masked form that LevelDB, TFRecord and TensorBundle store.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace slipway {

// Continues `crc` (0 to start) over more bytes.
uint32_t ExtendCrc32c(uint32_t crc, const void* data, size_t bytes);
inline uint32_t Crc32c(std::string_view s) { return ExtendCrc32c(0, s.data(), s.size()); }
inline uint32_t MaskCrc(uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8u; }
inline uint32_t MaskedCrc32c(std::string_view s) { return MaskCrc(Crc32c(s)); }

}  // namespace slipway
