#include "train/data/gzip.h"

#include <zlib.h>

#include <algorithm>

#include "base/file.h"

namespace slipway::train::data {

namespace {

// The size of one call of inflate fits its 32-bit counters.
constexpr size_t kStep = 1 << 20;

Result<std::string> Unpack(const std::string& packed, uint64_t max_bytes) {
  z_stream z = {};
  if (inflateInit2(&z, 15 + 16) != Z_OK) return MachineError("zlib could not start");
  std::string text;
  size_t at = 0;
  Status status;
  while (status.ok()) {
    size_t in = std::min(kStep, packed.size() - at), had = text.size();
    text.resize(had + kStep);
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + at));
    z.avail_in = static_cast<uInt>(in);
    z.next_out = reinterpret_cast<Bytef*>(text.data() + had);
    z.avail_out = kStep;
    int code = inflate(&z, Z_NO_FLUSH);
    at += in - z.avail_in;
    text.resize(had + kStep - z.avail_out);
    if (text.size() > max_bytes) {
      status = UsageError("unpacks to more than ", HumanBytes(max_bytes));
    } else if (code == Z_STREAM_END) {
      if (at == packed.size()) break;
      inflateReset(&z);
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      status = BadInput("the gzip data is damaged at byte ", at, " (", z.msg ? z.msg : "wrong data", ")");
    } else if (at == packed.size() && z.avail_out != 0) {
      status = BadInput("the gzip data is cut off after ", packed.size(), " bytes");
    }
  }
  inflateEnd(&z);
  RETURN_IF_ERROR(status);
  return text;
}

}  // namespace

Result<std::string> ReadText(const std::string& path, uint64_t max_bytes) {
  ASSIGN_OR_RETURN(std::string bytes, ReadFile(path));
  if (bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b') {
    ASSIGN_OR_RETURN_AT(bytes, Unpack(bytes, max_bytes), path);
  }
  return bytes;
}

}  // namespace slipway::train::data
