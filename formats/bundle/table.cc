#include "formats/bundle/table.h"

#include <snappy.h>

#include <algorithm>
#include <cstring>

#include "base/crc32c.h"
#include "base/wire.h"

namespace slipway::bundle {

namespace {

constexpr uint64_t kMagic = 0xdb4775248b80fb57u;
constexpr size_t kFooterBytes = 48, kHandlesBytes = 40, kTrailerBytes = 5;
constexpr size_t kMaxExpandedKeys = size_t{256} << 20;

uint32_t LoadU32(const char* p) {
  uint32_t v;
  std::memcpy(&v, p, 4);
  return v;
}

struct Handle {
  uint64_t offset = 0, size = 0;
};

bool TakeHandle(std::string_view& s, Handle* handle) {
  return TakeVarint(s, &handle->offset) && TakeVarint(s, &handle->size);
}

// Snappy's densest form is 64 bytes out of 3; a header that promises more is damaged.
Status Uncompress(std::string_view compressed, std::string* out) {
  constexpr size_t kMaxRatio = 64;
  size_t size;
  if (!snappy::GetUncompressedLength(compressed.data(), compressed.size(), &size) ||
      size / kMaxRatio > compressed.size() || !snappy::Uncompress(compressed.data(), compressed.size(), out))
    return BadInput("a compressed block is damaged");
  return OkStatus();
}

// The contents of a block, without its trailer; `storage` holds them if they were compressed.
Result<std::string_view> BlockAt(std::string_view file, const Handle& handle, std::string* storage) {
  enum { kPlain = 0, kSnappy = 1 };
  size_t limit = file.size() - kFooterBytes;
  if (handle.offset > limit || handle.size > limit - handle.offset ||
      limit - handle.offset - handle.size < kTrailerBytes)
    return BadInput("a block lies outside of the file");
  std::string_view block = file.substr(handle.offset, handle.size + kTrailerBytes);
  uint32_t stored = LoadU32(block.data() + handle.size + 1);
  if (stored != MaskedCrc32c(block.substr(0, handle.size + 1)))
    return BadInput("the checksum of the block at byte ", handle.offset, " does not match");
  int type = block[handle.size];
  block = block.substr(0, handle.size);
  if (type == kPlain) return block;
  if (type != kSnappy) return Unsupported("the block at byte ", handle.offset, " is compressed by method ", type);
  RETURN_IF_ERROR(Uncompress(block, storage));
  return std::string_view(*storage);
}

// Calls add(key, value) for each entry.
template <class F>
Status WalkBlock(std::string_view block, F&& add) {
  if (block.size() < 4) return BadInput("a block is too short");
  uint64_t restarts = LoadU32(block.data() + block.size() - 4);
  if (restarts > (block.size() - 4) / 4) return BadInput("a block has more restart points than bytes");
  std::string_view rest = block.substr(0, block.size() - 4 - 4 * restarts);
  std::string key;
  while (!rest.empty()) {
    uint64_t shared, unshared, value;
    if (!TakeVarint(rest, &shared) || !TakeVarint(rest, &unshared) || !TakeVarint(rest, &value) ||
        shared > key.size() || unshared > rest.size() || value > rest.size() - unshared)
      return BadInput("an entry of a block is damaged");
    key.resize(shared);
    key.append(rest.substr(0, unshared));
    RETURN_IF_ERROR(add(key, rest.substr(unshared, value)));
    rest.remove_prefix(unshared + value);
  }
  return OkStatus();
}

// A short string in [key, next), to stand for "everything up to key" in the index block.
std::string ShortSeparator(std::string_view key, std::string_view next) {
  size_t common =
      static_cast<size_t>(std::mismatch(key.begin(), key.end(), next.begin(), next.end()).first - key.begin());
  if (common < key.size() && common < next.size()) {
    auto byte = static_cast<uint8_t>(key[common]);
    if (byte < 0xff && byte + 1 < static_cast<uint8_t>(next[common]))
      return StrCat(key.substr(0, common), static_cast<char>(byte + 1));
  }
  return std::string(key);
}

// A short string that is not below `key`.
std::string ShortSuccessor(std::string_view key) {
  size_t at = 0;
  while (at < key.size() && static_cast<uint8_t>(key[at]) == 0xff) ++at;
  if (at == key.size()) return std::string(key);
  return StrCat(key.substr(0, at), static_cast<char>(key[at] + 1));
}

}  // namespace

Result<std::vector<TableEntry>> ReadTable(std::string_view file) {
  if (file.size() < kFooterBytes) return BadInput("the file is cut: it has ", file.size(), " bytes and no footer");
  std::string_view footer = file.substr(file.size() - kFooterBytes);
  if (std::memcmp(footer.data() + kHandlesBytes, &kMagic, 8) != 0)
    return BadInput("the file is cut or no table: its last bytes are not a footer");
  std::string_view handles = footer.substr(0, kHandlesBytes);
  Handle meta, index;
  if (!TakeHandle(handles, &meta) || !TakeHandle(handles, &index)) return BadInput("the footer is damaged");

  std::vector<TableEntry> entries;
  size_t key_bytes = 0;
  auto add = [&](const std::string& key, std::string_view value) -> Status {
    if (!entries.empty() && key <= entries.back().key) return BadInput("keys are not in order");
    key_bytes += key.size();
    if (key_bytes > kMaxExpandedKeys) return BadInput("keys need more than ", HumanBytes(kMaxExpandedKeys));
    entries.push_back({key, std::string(value)});
    return OkStatus();
  };
  // Blocks that overlap would let a small file expand without end; in a table they follow each other.
  uint64_t next_offset = 0;
  auto add_block = [&](const std::string&, std::string_view value) -> Status {
    Handle handle;
    if (!TakeHandle(value, &handle)) return BadInput("the index block is damaged");
    if (handle.offset < next_offset) return BadInput("blocks are not in order");
    std::string storage;
    ASSIGN_OR_RETURN(std::string_view block, BlockAt(file, handle, &storage));
    next_offset = handle.offset + handle.size;
    return WalkBlock(block, add);
  };
  std::string storage;
  ASSIGN_OR_RETURN(std::string_view index_block, BlockAt(file, index, &storage));
  RETURN_IF_ERROR(WalkBlock(index_block, add_block));
  return entries;
}

void TableBuilder::Block::Add(std::string_view key, std::string_view value) {
  size_t shared = 0;
  if (since_restart_ == restart_interval_) {
    restarts_.push_back(static_cast<uint32_t>(entries_.size()));
    since_restart_ = 0;
  } else {
    shared = static_cast<size_t>(std::mismatch(key.begin(), key.end(), last_key_.begin(), last_key_.end()).first -
                                 key.begin());
  }
  AppendVarint(entries_, shared);
  AppendVarint(entries_, key.size() - shared);
  AppendVarint(entries_, value.size());
  entries_.append(key.substr(shared));
  entries_.append(value);
  last_key_ = key;
  ++since_restart_;
}

std::string TableBuilder::Block::Finish() {
  std::string out = std::move(entries_);
  for (uint32_t restart : restarts_) AppendLittleEndian(out, restart);
  AppendLittleEndian(out, static_cast<uint32_t>(restarts_.size()));
  *this = Block(restart_interval_);
  return out;
}

std::string TableBuilder::WriteBlock(Block& block) {
  std::string contents = block.Finish();
  std::string handle;
  AppendVarint(handle, file_.size());
  AppendVarint(handle, contents.size());
  contents.push_back(0);
  file_.append(contents);
  AppendLittleEndian(file_, MaskedCrc32c(contents));
  return handle;
}

void TableBuilder::CloseDataBlock() {
  if (!data_.empty()) pending_handle_ = WriteBlock(data_);
}

void TableBuilder::Add(std::string_view key, std::string_view value) {
  CHECK(!any_ || key > last_key_);
  if (!pending_handle_.empty()) {
    index_.Add(ShortSeparator(last_key_, key), pending_handle_);
    pending_handle_.clear();
  }
  data_.Add(key, value);
  last_key_ = key;
  any_ = true;
  if (data_.size() >= block_bytes_) CloseDataBlock();
}

std::string TableBuilder::Finish() {
  CloseDataBlock();
  Block meta(16);
  std::string footer = WriteBlock(meta);
  if (!pending_handle_.empty()) index_.Add(ShortSuccessor(last_key_), pending_handle_);
  footer += WriteBlock(index_);
  footer.resize(kHandlesBytes, 0);
  AppendLittleEndian(footer, kMagic);
  return std::move(file_) + footer;
}

}  // namespace slipway::bundle
