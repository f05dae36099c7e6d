#include "base/wire.h"

#include <cstring>

namespace slipway {

bool TakeVarint(std::string_view& s, uint64_t* value) {
  uint64_t v = 0;
  for (size_t i = 0; i < 10 && i < s.size(); ++i) {
    uint8_t byte = static_cast<uint8_t>(s[i]);
    v |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte < 0x80) {
      s.remove_prefix(i + 1);
      *value = v;
      return true;
    }
  }
  return false;
}

bool WireReader::Next() {
  if (!ok_ || rest_.empty()) return false;
  uint64_t tag;
  if (!TakeVarint(rest_, &tag) || tag >> 32 || tag >> 3 == 0) return Fail();
  field_ = static_cast<uint32_t>(tag >> 3);
  type_ = static_cast<int>(tag & 7);
  bytes_ = {};
  value_ = 0;
  switch (type_) {
    case 0:
      return TakeVarint(rest_, &value_) || Fail();
    case 1:
    case 5: {
      size_t n = type_ == 1 ? 8 : 4;
      if (rest_.size() < n) return Fail();
      std::memcpy(&value_, rest_.data(), n);
      rest_.remove_prefix(n);
      return true;
    }
    case 2: {
      uint64_t n;
      if (!TakeVarint(rest_, &n) || n > rest_.size()) return Fail();
      bytes_ = rest_.substr(0, static_cast<size_t>(n));
      rest_.remove_prefix(static_cast<size_t>(n));
      return true;
    }
    default:
      return Fail();
  }
}

void AppendVarint(std::string& out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

void AppendBytesField(std::string& out, uint32_t field, std::string_view bytes) {
  AppendVarint(out, static_cast<uint64_t>(field) << 3 | 2);
  AppendVarint(out, bytes.size());
  out.append(bytes);
}

void AppendVarintField(std::string& out, uint32_t field, uint64_t value) {
  AppendVarint(out, static_cast<uint64_t>(field) << 3);
  AppendVarint(out, value);
}

}  // namespace slipway
