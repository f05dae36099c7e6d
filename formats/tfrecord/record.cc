#include "formats/tfrecord/record.h"

#include <algorithm>
#include <cstring>

#include "base/crc32c.h"
#include "base/wire.h"

namespace slipway::tfrecord {

namespace {

constexpr size_t kHeaderBytes = 12, kFooterBytes = 4;  // length and its checksum; checksum of the data
constexpr uint64_t kMaxStreamedRecord = uint64_t{1} << 31;
constexpr size_t kStreamStep = 1 << 18;

std::string Header(uint64_t length) {
  std::string out;
  AppendLittleEndian(out, length);
  AppendLittleEndian(out, MaskedCrc32c(out));
  return out;
}

bool ChecksumMatches(std::string_view data, const char* stored) {
  uint32_t crc = MaskedCrc32c(data);
  return std::memcmp(&crc, stored, sizeof crc) == 0;
}

}  // namespace

void AppendRecord(std::string& out, std::string_view data) {
  out += Header(data.size());
  out += data;
  AppendLittleEndian(out, MaskedCrc32c(data));
}

Reader::Reader(std::string path, std::shared_ptr<const MappedFile> file, Compression compression)
    : path_(std::move(path)), file_(std::move(file)), compression_(compression) {
  if (compression_ != Compression::kNone) inflate_ = std::make_unique<InflateStream>(file_->bytes(), compression_);
}
Reader::Reader(Reader&&) noexcept = default;
Reader::~Reader() = default;

Result<Reader> Reader::Open(const std::string& path, Compression compression) {
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(path));
  return Reader(path, std::move(file), compression);
}

Status Reader::Error(Status status) const { return std::move(status).At(path_); }

// Up to `bytes` uncompressed bytes from offset_ on; fewer at the end.
Result<std::string_view> Reader::Peek(uint64_t bytes) {
  if (!inflate_) {
    std::string_view all = file_->bytes();
    return all.substr(std::min<uint64_t>(offset_, all.size()), bytes);
  }
  if (consumed_ > kStreamStep) {
    buffer_.erase(0, consumed_);
    consumed_ = 0;
  }
  while (buffer_.size() - consumed_ < bytes) {
    size_t before = buffer_.size();
    RETURN_IF_ERROR(inflate_->Read(kStreamStep, &buffer_));
    if (buffer_.size() == before) break;
  }
  return std::string_view(buffer_).substr(consumed_, bytes);
}

Status Reader::CorruptedAt(uint64_t at) const {
  std::string message = StrCat("corrupted record at ", at);
  if (at == 0) message += " (Is this even a TFRecord file?)";
  Compression looks = DetectCompression(file_->bytes());
  if (at == 0 && compression_ == Compression::kNone && looks != Compression::kNone)
    StrAppend(message, "; the file looks compressed by ", looks == Compression::kGzip ? "GZIP" : "ZLIB");
  return Error(BadInput(message));
}

Result<bool> Reader::Next(std::string_view* record) {
  Result<std::string_view> header = Peek(kHeaderBytes);
  if (!header.ok()) return Error(std::move(header).status());
  if (header->size() < kHeaderBytes) {
    leftover_ = header->size();
    return false;
  }
  uint64_t length;
  std::memcpy(&length, header->data(), sizeof length);
  if (!ChecksumMatches(header->substr(0, sizeof length), header->data() + sizeof length)) return CorruptedAt(offset_);
  if (length > (inflate_ ? kMaxStreamedRecord : file_->size()))
    return Error(inflate_ ? Unsupported("the record at ", offset_, " is larger than 2 GiB")
                          : BadInput("truncated record at ", offset_, "' failed with Read less bytes than requested"));
  uint64_t whole = kHeaderBytes + length + kFooterBytes;
  Result<std::string_view> bytes = Peek(whole);
  if (!bytes.ok()) return Error(std::move(bytes).status());
  if (bytes->size() < whole)
    return Error(BadInput("truncated record at ", offset_, "' failed with Read less bytes than requested"));
  *record = bytes->substr(kHeaderBytes, length);
  if (!ChecksumMatches(*record, record->data() + length)) return CorruptedAt(offset_ + kHeaderBytes);
  offset_ += whole;
  consumed_ += whole;
  return true;
}

Status Reader::Seek(uint64_t offset) {
  if (inflate_ && offset < offset_) {
    inflate_ = std::make_unique<InflateStream>(file_->bytes(), compression_);
    buffer_.clear();
    consumed_ = 0;
    offset_ = 0;
  }
  while (inflate_ && offset_ < offset) {
    uint64_t step = std::min<uint64_t>(offset - offset_, kStreamStep);
    Result<std::string_view> bytes = Peek(step);
    if (!bytes.ok()) return Error(std::move(bytes).status());
    if (bytes->size() < step) return Error(BadInput("there is no byte ", offset, " to go to"));
    offset_ += step;
    consumed_ += step;
  }
  if (!inflate_ && offset > file_->size()) return Error(BadInput("there is no byte ", offset, " to go to"));
  offset_ = offset;
  return OkStatus();
}

Writer::Writer(AtomicFile file, Compression compression) : file_(std::move(file)) {
  if (compression != Compression::kNone) deflate_.emplace(compression);
}

Result<Writer> Writer::Create(const std::string& path, Compression compression) {
  ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  return Writer(std::move(file), compression);
}

Status Writer::Append(std::string_view data) {
  scratch_.clear();
  if (deflate_) {
    std::string record;
    AppendRecord(record, data);
    deflate_->Write(record, &scratch_);
  } else {
    AppendRecord(scratch_, data);
  }
  RETURN_IF_ERROR(file_.Append(scratch_));
  ++records_;
  return OkStatus();
}

Status Writer::Finish() {
  scratch_.clear();
  if (deflate_) deflate_->Finish(&scratch_);
  RETURN_IF_ERROR(file_.Append(scratch_));
  return file_.Commit();
}

}  // namespace slipway::tfrecord
