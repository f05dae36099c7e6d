#pragma once
// Whole files as one GZIP (RFC 1952) or ZLIB (RFC 1950) stream, by zlib. One object per stream, one thread at a time.

#include <memory>
#include <string>
#include <string_view>

#include "base/status.h"

namespace slipway::tfrecord {

enum class Compression { kNone, kGzip, kZlib };

// "" or "NONE", "GZIP", "ZLIB" in any case; kUsage for anything else.
Result<Compression> CompressionFromName(std::string_view name);
// What the first bytes of a TFRecord file look like; kNone for an empty file.
Compression DetectCompression(std::string_view head);

// Uncompresses bytes that outlive it. Streams that follow each other are read as one.
class InflateStream {
 public:
  InflateStream(std::string_view compressed, Compression compression);
  ~InflateStream();
  // Appends between 1 and `at_most` bytes to `out`, or none at the end of the last stream. kBadInput for damage and for
  // a stream that is cut.
  Status Read(size_t at_most, std::string* out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Compresses into one stream.
class DeflateStream {
 public:
  explicit DeflateStream(Compression compression);
  ~DeflateStream();
  DeflateStream(DeflateStream&&) noexcept;
  // Appends what is ready to `out`.
  void Write(std::string_view bytes, std::string* out);
  // Ends the stream; nothing may follow.
  void Finish(std::string* out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace slipway::tfrecord
