#include "formats/bundle/reader.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "base/crc32c.h"
#include "formats/bundle/string_tensor.h"
#include "formats/bundle/table.h"
#include "formats/proto/message.h"
#include "formats/proto/types.h"
#include "tensorflow/core/protobuf/tensor_bundle.pb.h"

namespace slipway::bundle {

namespace {

constexpr int kVersion = 1;         // of bundles that we can read
constexpr int kMaxShards = 100000;  // five digits in the file names

bool IsSliceKey(std::string_view key) { return !key.empty() && key[0] == '\0'; }

// Pieces and bool, string and unknown tensors apart, the size follows from type and shape. int4 takes a byte each.
std::optional<uint64_t> StoredBytes(const EntryInfo& info) {
  return CheckedBytes(info.dtype == DType::kI4 ? DType::kI8 : info.dtype, info.shape.Elements());
}

bool IsFixedSize(DType dtype) { return DTypeSize(dtype) > 0 || dtype == DType::kI4; }

Result<int> ReadHeader(const std::vector<TableEntry>& entries) {
  if (entries.empty() || !entries[0].key.empty()) return BadInput("the header is missing");
  tensorflow::BundleHeaderProto header;
  RETURN_IF_ERROR_AT(proto::ParseMessage(entries[0].value, &header), "header");
  if (header.endianness() != tensorflow::BundleHeaderProto::LITTLE)
    return Unsupported("the bundle was written on a big-endian machine, which cannot be read; save it again elsewhere");
  if (header.version().min_consumer() > kVersion)
    return Unsupported("the bundle needs a reader of version ", header.version().min_consumer(), "; this one is ",
                       kVersion);
  if (header.num_shards() < 0 || header.num_shards() > kMaxShards)
    return BadInput("the header names ", header.num_shards(), " data files");
  return header.num_shards();
}

// Its pages leave memory with the last handle: weights that were folded are not needed beside what became of them.
Buffer ViewOf(std::shared_ptr<const MappedFile> file, std::string_view bytes) {
  const char* data = bytes.data();
  std::shared_ptr<const void> owner(data, [file = std::move(file), bytes](const void*) { file->Forget(bytes); });
  return Buffer::View(std::move(owner), data, bytes.size());
}

Tensor BoolTensor(const TensorType& type, std::string_view bytes) {
  Tensor t(type);
  std::transform(bytes.begin(), bytes.end(), static_cast<char*>(t.data()), [](char c) { return c != 0; });
  return t;
}

Tensor Int4Tensor(const TensorType& type, std::string_view bytes) {
  Tensor t(type);
  auto* out = static_cast<uint8_t*>(t.data());
  for (size_t i = 0; i < bytes.size(); ++i) out[i / 2] |= static_cast<uint8_t>((bytes[i] & 15) << (i % 2 * 4));
  return t;
}

// A box within a tensor: shape of the piece and where it starts.
struct Box {
  Shape start, shape;
};

Result<Box> BoxOf(const Shape& full, std::span<const SliceExtent> extents) {
  if (static_cast<int>(extents.size()) != full.rank())
    return BadInput("a piece has ", extents.size(), " dimensions, the variable ", full.rank());
  Box box;
  for (int i = 0; i < full.rank(); ++i) {
    auto [start, length] = extents[static_cast<size_t>(i)];
    if (length < 0) length = full[i];
    if (start < 0 || start > full[i] || length > full[i] - start)
      return BadInput("a piece covers [", start, ", +", length, ") of dimension ", i, ", which is ", full[i], " long");
    box.start.push_back(start);
    box.shape.push_back(length);
  }
  return box;
}

// Calls run(first_element_in_full, first_element_in_box, elements) for each stretch that is contiguous in both.
template <class F>
void ForEachRun(const Shape& full, const Box& box, F&& run) {
  if (box.shape.Elements() == 0) return;
  int inner = full.rank();  // dimensions from here on are whole
  while (inner > 0 && box.shape[inner - 1] == full[inner - 1]) --inner;
  int outer = std::max(0, inner - 1);
  int64_t length = box.shape.Elements(outer, full.rank());
  int64_t runs = box.shape.Elements(0, outer);
  for (int64_t r = 0; r < runs; ++r) {
    int64_t rest = r, at = 0, stride = full.Elements(outer, full.rank());
    if (outer < full.rank()) at = box.start[outer] * full.Elements(outer + 1, full.rank());
    for (int i = outer - 1; i >= 0; --i) {
      at += (box.start[i] + rest % box.shape[i]) * stride;
      rest /= box.shape[i];
      stride *= full[i];
    }
    run(at, r * length, length);
  }
}

Status CheckCoverage(const Shape& full, const std::vector<Box>& boxes) {
  int64_t total = 0;
  for (const Box& box : boxes)
    if (__builtin_add_overflow(total, box.shape.Elements(), &total)) return BadInput("pieces overlap");
  if (total != full.Elements()) return BadInput("pieces hold ", total, " elements, the variable has ", full.Elements());
  std::vector<bool> seen(static_cast<size_t>(total));
  bool overlap = false;
  for (const Box& box : boxes)
    ForEachRun(full, box, [&](int64_t at, int64_t, int64_t n) {
      for (int64_t i = at; i < at + n; ++i) {
        overlap |= seen[static_cast<size_t>(i)];
        seen[static_cast<size_t>(i)] = true;
      }
    });
  return overlap ? BadInput("pieces overlap") : OkStatus();
}

}  // namespace

std::string IndexPath(std::string_view prefix) { return StrCat(prefix, ".index"); }

std::string DataPath(std::string_view prefix, int shard, int shards) {
  auto digits = [](int n) {
    std::string s = StrCat(n);
    return std::string(s.size() < 5 ? 5 - s.size() : 0, '0') + s;
  };
  return StrCat(prefix, ".data-", digits(shard), "-of-", digits(shards));
}

Result<Reader> Reader::Open(const std::string& prefix) {
  Reader reader;
  reader.prefix_ = prefix;
  std::string index = IndexPath(prefix);
  ASSIGN_OR_RETURN(std::shared_ptr<const MappedFile> file, MappedFile::Open(index));
  ASSIGN_OR_RETURN_AT(std::vector<TableEntry> table, ReadTable(file->bytes()), index);
  ASSIGN_OR_RETURN_AT(int shards, ReadHeader(table), index);
  reader.entries_.reserve(table.size() - 1);
  for (size_t i = 1; i < table.size(); ++i)
    RETURN_IF_ERROR_AT(reader.AddEntry(std::move(table[i].key), table[i].value), index);
  RETURN_IF_ERROR(reader.OpenShards(shards));
  for (Entry& entry : reader.entries_)
    RETURN_IF_ERROR_AT(reader.CheckEntry(entry), StrCat(index, ": tensor '", entry.key, "'"));
  RETURN_IF_ERROR_AT(reader.CheckOverlap(), index);
  for (Entry& entry : reader.entries_)
    RETURN_IF_ERROR_AT(reader.CheckSlices(entry), StrCat(index, ": tensor '", entry.key, "'"));
  return reader;
}

Status Reader::AddEntry(std::string key, const std::string& value) {
  tensorflow::BundleEntryProto proto;
  RETURN_IF_ERROR_AT(proto::ParseMessage(value, &proto), StrCat("tensor '", key, "'"));
  Entry entry;
  entry.key = std::move(key);
  entry.info.dtype = proto::DTypeFromProto(proto.dtype());
  entry.info.type_name = proto::DataTypeName(proto.dtype());
  ASSIGN_OR_RETURN_AT(entry.info.shape, proto::ShapeFromProto(proto.shape()), StrCat("tensor '", entry.key, "'"));
  entry.info.partitioned = proto.slices_size() > 0;
  if (proto.offset() < 0 || proto.size() < 0 || proto.shard_id() < 0)
    return BadInput("tensor '", entry.key, "': offset, size or data file is negative");
  entry.info.bytes = static_cast<uint64_t>(proto.size());
  entry.offset = static_cast<uint64_t>(proto.offset());
  entry.shard = static_cast<uint32_t>(proto.shard_id());
  entry.crc = proto.crc32c();
  for (const auto& slice : proto.slices()) {
    auto& extents = entry.slices.emplace_back();
    for (const auto& extent : slice.extent())
      extents.push_back({extent.start(), extent.has_length_hack_case() ? extent.length() : -1});
  }
  entries_.push_back(std::move(entry));
  return OkStatus();
}

Status Reader::OpenShards(int count) {
  shards_.resize(static_cast<size_t>(count));
  for (const Entry& entry : entries_) {
    if (entry.info.partitioned || entry.info.bytes == 0) continue;
    if (entry.shard >= shards_.size())
      return BadInput(IndexPath(prefix_), ": tensor '", entry.key, "' is in data file ", entry.shard, " of ", count);
    auto& shard = shards_[entry.shard];
    if (shard) continue;
    ASSIGN_OR_RETURN(shard, MappedFile::Open(DataPath(prefix_, static_cast<int>(entry.shard), count)));
  }
  return OkStatus();
}

Status Reader::CheckEntry(Entry& entry) const {
  const EntryInfo& info = entry.info;
  if (!info.shape.has_rank() || !info.shape.IsStatic()) return BadInput("the shape ", info.shape, " is not known");
  if (info.partitioned) return OkStatus();
  if (IsFixedSize(info.dtype) && StoredBytes(info) != info.bytes)
    return BadInput(info.dtype, info.shape, " cannot be stored in ", info.bytes, " bytes");
  if (static_cast<uint64_t>(info.shape.Elements()) > info.bytes)
    return BadInput(info.type_name, info.shape, " has more elements than its ", info.bytes, " bytes");
  if (info.bytes == 0) return OkStatus();
  uint64_t size = shards_[entry.shard]->size();
  if (entry.offset > size || info.bytes > size - entry.offset)
    return BadInput("its ", info.bytes, " bytes at ", entry.offset, " lie beyond the end of the data file (", size,
                    " bytes); the file is cut");
  return OkStatus();
}

// Tensors that share bytes would let a small file stand for any amount of memory.
Status Reader::CheckOverlap() const {
  uint64_t stored = 0, named = 0;
  for (const auto& shard : shards_) stored += shard ? shard->size() : 0;
  for (const Entry& entry : entries_)
    if (!entry.info.partitioned) named += entry.info.bytes;  // each is at most a file's size: no overflow
  if (named > stored) return BadInput("tensors of ", named, " bytes overlap in data files of ", stored, " bytes");
  return OkStatus();
}

// Pieces must exist, have the variable's type and the shape of their box, and cover the variable once.
Status Reader::CheckSlices(Entry& entry) const {
  if (!entry.info.partitioned) return OkStatus();
  std::vector<Box> boxes;
  std::set<std::string> keys;
  entry.info.bytes = 0;
  for (const auto& extents : entry.slices) {
    ASSIGN_OR_RETURN(Box box, BoxOf(entry.info.shape, extents));
    std::string key = SliceKey(entry.key, extents);
    const Entry* piece = FindEntry(key);
    if (!keys.insert(std::move(key)).second) return BadInput("the piece at ", box.start, " is listed twice");
    if (!piece || piece->info.partitioned) return BadInput("the piece at ", box.start, " is missing");
    if (piece->info.type_name != entry.info.type_name || !(piece->info.shape == box.shape))
      return BadInput("the piece at ", box.start, " is ", piece->info.type_name, piece->info.shape, ", expected ",
                      entry.info.type_name, box.shape);
    entry.info.bytes += piece->info.bytes;
    boxes.push_back(std::move(box));
  }
  return CheckCoverage(entry.info.shape, boxes);
}

std::vector<std::string> Reader::Keys() const {
  std::vector<std::string> keys;
  for (const Entry& entry : entries_)
    if (!IsSliceKey(entry.key)) keys.push_back(entry.key);
  return keys;
}

const Reader::Entry* Reader::FindEntry(std::string_view key) const {
  auto it = std::lower_bound(entries_.begin(), entries_.end(), key,
                             [](const Entry& e, std::string_view k) { return e.key < k; });
  return it != entries_.end() && it->key == key ? &*it : nullptr;
}

const EntryInfo* Reader::Find(std::string_view key) const {
  const Entry* entry = FindEntry(key);
  return entry ? &entry->info : nullptr;
}

std::string_view Reader::Bytes(const Entry& entry) const {
  if (entry.info.bytes == 0) return {};
  return shards_[entry.shard]->bytes().substr(entry.offset, entry.info.bytes);
}

Status Reader::ChecksumError(const Entry& entry) const {
  return BadInput("the checksum of its ", entry.info.bytes, " bytes does not match; ",
                  DataPath(prefix_, static_cast<int>(entry.shard), static_cast<int>(shards_.size())), " is damaged");
}

Result<Tensor> Reader::Read(std::string_view key) const {
  const Entry* entry = FindEntry(key);
  if (!entry) return NotFound(prefix_, ": there is no tensor '", key, "'");
  ASSIGN_OR_RETURN_AT(Tensor tensor, ReadEntry(*entry), StrCat(prefix_, ": tensor '", key, "'"));
  return tensor;
}

Result<Tensor> Reader::ReadEntry(const Entry& entry) const {
  const EntryInfo& info = entry.info;
  if (info.partitioned) return ReadSlices(entry);
  if (info.dtype == DType::kString) return ReadStrings(entry);
  if (!IsFixedSize(info.dtype)) return Unsupported("elements of type ", info.type_name, " cannot be read");
  std::string_view bytes = Bytes(entry);
  if (MaskedCrc32c(bytes) != entry.crc) return ChecksumError(entry);
  TensorType type(info.dtype, info.shape);
  if (info.dtype == DType::kBool) return BoolTensor(type, bytes);
  if (info.dtype == DType::kI4) return Int4Tensor(type, bytes);
  if (bytes.empty()) return Tensor(type);
  if (reinterpret_cast<uintptr_t>(bytes.data()) % static_cast<size_t>(DTypeSize(info.dtype)) != 0)
    return Tensor(type, Buffer::Copy(bytes.data(), bytes.size()));
  return Tensor(type, ViewOf(shards_[entry.shard], bytes));
}

Result<Tensor> Reader::ReadStrings(const Entry& entry) const {
  uint32_t crc;
  ASSIGN_OR_RETURN(std::vector<std::string> strings,
                   DecodeStrings(Bytes(entry), static_cast<size_t>(entry.info.shape.Elements()), &crc));
  if (MaskCrc(crc) != entry.crc) return ChecksumError(entry);
  Tensor t(DType::kString, entry.info.shape);
  t.strings() = std::move(strings);
  return t;
}

Result<Tensor> Reader::ReadSlices(const Entry& entry) const {
  const EntryInfo& info = entry.info;
  bool strings = info.dtype == DType::kString;
  if (!strings && DTypeSize(info.dtype) == 0)
    return Unsupported("pieces of type ", info.type_name, " cannot be put together");
  Tensor t(info.dtype, info.shape);
  for (const auto& extents : entry.slices) {
    ASSIGN_OR_RETURN(Box box, BoxOf(info.shape, extents));
    ASSIGN_OR_RETURN_AT(Tensor piece, ReadEntry(*FindEntry(SliceKey(entry.key, extents))),
                        StrCat("piece at ", box.start));
    auto size = static_cast<int64_t>(DTypeSize(info.dtype));
    ForEachRun(info.shape, box, [&](int64_t to, int64_t from, int64_t n) {
      if (strings)
        std::copy_n(piece.strings().begin() + from, n, t.strings().begin() + to);
      else
        std::memcpy(static_cast<char*>(t.data()) + to * size, static_cast<const char*>(piece.data()) + from * size,
                    static_cast<size_t>(n * size));
    });
  }
  return t;
}

Status Reader::VerifyEntry(const Entry& entry) const {
  if (entry.info.partitioned || entry.info.dtype == DType::kVariant) return OkStatus();
  if (entry.info.dtype == DType::kString) return ToStatus(ReadStrings(entry));
  return MaskedCrc32c(Bytes(entry)) == entry.crc ? OkStatus() : ChecksumError(entry);
}

Status Reader::VerifyAll() const {
  for (const Entry& entry : entries_)
    RETURN_IF_ERROR_AT(VerifyEntry(entry), StrCat(prefix_, ": tensor '", entry.key, "'"));
  return OkStatus();
}

}  // namespace slipway::bundle
