#include "serving/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace slipway::serving {

namespace {
constexpr int kGzipWindow = 15 + 16;  // zlib: the largest window, with a gzip header
constexpr size_t kChunk = size_t{1} << 16;
}  // namespace

std::optional<std::string> InflateGzip(std::string_view bytes, size_t limit) {
  z_stream z{};
  if (bytes.size() > std::numeric_limits<uInt>::max() || inflateInit2(&z, kGzipWindow) != Z_OK) return std::nullopt;
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int code = Z_OK;
  while (code == Z_OK && out.size() <= limit) {
    size_t had = out.size();
    out.resize(had + kChunk);
    z.next_out = reinterpret_cast<Bytef*>(out.data() + had);
    z.avail_out = kChunk;
    code = inflate(&z, Z_NO_FLUSH);
    out.resize(had + kChunk - z.avail_out);
    if (code == Z_OK && z.avail_in == 0 && z.avail_out > 0) break;  // cut
  }
  inflateEnd(&z);
  if (code != Z_STREAM_END || out.size() > limit) return std::nullopt;
  return out;
}

}  // namespace slipway::serving
