#include "formats/bundle/string_tensor.h"

#include <limits>

#include "base/crc32c.h"
#include "base/wire.h"

namespace slipway::bundle {

namespace {

uint32_t ExtendByLength(uint32_t crc, uint64_t length) {
  return ExtendCrc32c(crc, &length, length <= std::numeric_limits<uint32_t>::max() ? 4 : 8);
}

}  // namespace

Result<std::vector<std::string>> DecodeStrings(std::string_view bytes, size_t count, uint32_t* crc) {
  if (count > bytes.size()) return BadInput("there are fewer bytes than strings");
  std::vector<uint64_t> lengths(count);
  *crc = 0;
  for (uint64_t& length : lengths) {
    if (!TakeVarint(bytes, &length)) return BadInput("the lengths of strings are cut");
    *crc = ExtendByLength(*crc, length);
  }
  uint32_t stored = MaskCrc(*crc);
  if (bytes.size() < 4 || std::string_view(reinterpret_cast<const char*>(&stored), 4) != bytes.substr(0, 4))
    return BadInput("the checksum of the string lengths does not match");
  *crc = ExtendCrc32c(*crc, bytes.data(), bytes.size());
  bytes.remove_prefix(4);
  std::vector<std::string> strings;
  strings.reserve(count);
  for (uint64_t length : lengths) {
    if (length > bytes.size()) return BadInput("the bytes of strings are cut");
    strings.emplace_back(bytes.substr(0, length));
    bytes.remove_prefix(length);
  }
  if (!bytes.empty()) return BadInput("there are ", bytes.size(), " bytes after the last string");
  return strings;
}

std::string EncodeStrings(const std::vector<std::string>& strings, uint32_t* crc) {
  std::string out;
  *crc = 0;
  for (const std::string& s : strings) {
    AppendVarint(out, s.size());
    *crc = ExtendByLength(*crc, s.size());
  }
  size_t after_lengths = out.size();
  AppendLittleEndian(out, MaskCrc(*crc));
  for (const std::string& s : strings) out += s;
  *crc = ExtendCrc32c(*crc, out.data() + after_lengths, out.size() - after_lengths);
  return out;
}

}  // namespace slipway::bundle
