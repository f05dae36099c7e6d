#include "formats/tfrecord/compression.h"

#include <zlib.h>

#include <algorithm>

namespace slipway::tfrecord {

namespace {

constexpr size_t kMaxStep = size_t{1} << 30;  // zlib counts in 32 bits
constexpr int kMemLevel = 9;

int WindowBits(Compression compression) { return compression == Compression::kGzip ? 15 + 16 : 15; }

Bytef* MutableBytes(std::string_view s) { return reinterpret_cast<Bytef*>(const_cast<char*>(s.data())); }

}  // namespace

Result<Compression> CompressionFromName(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  if (upper.empty() || upper == "NONE") return Compression::kNone;
  if (upper == "GZIP") return Compression::kGzip;
  if (upper == "ZLIB") return Compression::kZlib;
  return UsageError("compression '", name, "' is not known; it is NONE, GZIP or ZLIB");
}

Compression DetectCompression(std::string_view head) {
  if (head.size() >= 3 && head.substr(0, 3) == "\x1f\x8b\x08") return Compression::kGzip;
  if (head.size() < 2 || head[0] != '\x78') return Compression::kNone;
  return std::string_view("\x01\x5e\x9c\xda").find(head[1]) != std::string_view::npos ? Compression::kZlib
                                                                                      : Compression::kNone;
}

struct InflateStream::State {
  z_stream z{};
  std::string_view rest;
  bool between = true;  // at the end of a stream, or before the first
};

InflateStream::InflateStream(std::string_view compressed, Compression compression) : state_(new State) {
  CHECK(compression != Compression::kNone);
  state_->rest = compressed;
  CHECK(inflateInit2(&state_->z, WindowBits(compression)) == Z_OK);
}

InflateStream::~InflateStream() { inflateEnd(&state_->z); }

Status InflateStream::Read(size_t at_most, std::string* out) {
  at_most = std::min(at_most, kMaxStep);
  State& s = *state_;
  size_t before = out->size();
  out->resize(before + at_most);
  s.z.next_out = MutableBytes(*out) + before;
  s.z.avail_out = static_cast<uInt>(at_most);
  while (s.z.avail_out == at_most && !(s.between && s.rest.empty())) {
    size_t step = std::min(s.rest.size(), kMaxStep);
    s.z.next_in = MutableBytes(s.rest);
    s.z.avail_in = static_cast<uInt>(step);
    s.between = false;
    int code = inflate(&s.z, Z_NO_FLUSH);
    s.rest.remove_prefix(step - s.z.avail_in);
    if (code == Z_STREAM_END) {
      s.between = true;
      inflateReset(&s.z);
    } else if (code == Z_BUF_ERROR && s.rest.empty()) {
      out->resize(before);
      return BadInput("the compressed stream is cut");
    } else if (code != Z_OK) {
      out->resize(before);
      return BadInput("inflate() failed with error ", code, ": ", s.z.msg ? s.z.msg : "no message");
    }
  }
  out->resize(before + at_most - s.z.avail_out);
  return OkStatus();
}

struct DeflateStream::State {
  z_stream z{};
  ~State() { deflateEnd(&z); }

  void Run(std::string_view bytes, int flush, std::string* out) {
    char buffer[1 << 15];
    do {
      size_t step = std::min(bytes.size(), kMaxStep);
      z.next_in = MutableBytes(bytes);
      z.avail_in = static_cast<uInt>(step);
      do {
        z.next_out = reinterpret_cast<Bytef*>(buffer);
        z.avail_out = sizeof buffer;
        CHECK(deflate(&z, flush) != Z_STREAM_ERROR);
        out->append(buffer, sizeof buffer - z.avail_out);
      } while (z.avail_out == 0);
      bytes.remove_prefix(step);
    } while (!bytes.empty());
  }
};

DeflateStream::DeflateStream(Compression compression) : state_(new State) {
  CHECK(compression != Compression::kNone);
  CHECK(deflateInit2(&state_->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WindowBits(compression), kMemLevel,
                     Z_DEFAULT_STRATEGY) == Z_OK);
}
DeflateStream::~DeflateStream() = default;
DeflateStream::DeflateStream(DeflateStream&&) noexcept = default;

void DeflateStream::Write(std::string_view bytes, std::string* out) {
  if (!bytes.empty()) state_->Run(bytes, Z_NO_FLUSH, out);
}

void DeflateStream::Finish(std::string* out) { state_->Run({}, Z_FINISH, out); }

}  // namespace slipway::tfrecord
