#pragma once
// TFRecord files: records of any bytes, each with checksums. Event files have the same form. Layout: FORMAT.md.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/status.h"
#include "formats/tfrecord/compression.h"

namespace slipway::tfrecord {

// One record as it lies in a file.
void AppendRecord(std::string& out, std::string_view data);

// Reads records in order. An uncompressed file is mapped, a compressed one streamed. One thread at a time.
class Reader {
 public:
  static Result<Reader> Open(const std::string& path, Compression compression = Compression::kNone);
  Reader(Reader&&) noexcept;
  ~Reader();

  // The next record in `record`, valid until the next call; false at the end. After an error nothing can be read.
  // Damage is kBadInput, with TensorFlow's words and offsets in the uncompressed bytes:
  //   "corrupted record at N", with " (Is this even a TFRecord file?)" if N is 0; "truncated record at N' failed with
  //   Read less bytes than requested". Fewer than 12 bytes at the end count as the end, as in TensorFlow; see
  //   leftover().
  Result<bool> Next(std::string_view* record);

  // Where the next record starts in the uncompressed bytes.
  uint64_t offset() const { return offset_; }
  // Goes to an earlier value of offset(); a compressed file is read up to there again.
  Status Seek(uint64_t offset);
  // Bytes at the end that are too few for a record; after Next() returned false.
  size_t leftover() const { return leftover_; }

 private:
  Reader(std::string path, std::shared_ptr<const MappedFile> file, Compression compression);
  Result<std::string_view> Peek(uint64_t bytes);
  Status Error(Status status) const;
  Status CorruptedAt(uint64_t offset) const;

  std::string path_;
  std::shared_ptr<const MappedFile> file_;
  Compression compression_;
  std::unique_ptr<InflateStream> inflate_;
  std::string buffer_;   // uncompressed bytes from offset_ - consumed_ on
  size_t consumed_ = 0;  // of buffer_
  uint64_t offset_ = 0;  // of the next record
  size_t leftover_ = 0;
};

// Writes a new file, which appears under its name in Finish(). Not thread safe.
class Writer {
 public:
  static Result<Writer> Create(const std::string& path, Compression compression = Compression::kNone);
  Status Append(std::string_view data);
  Status Finish();
  uint64_t records() const { return records_; }

 private:
  Writer(AtomicFile file, Compression compression);
  AtomicFile file_;
  std::optional<DeflateStream> deflate_;
  std::string scratch_;
  uint64_t records_ = 0;
};

}  // namespace slipway::tfrecord
