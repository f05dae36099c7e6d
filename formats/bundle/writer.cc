#include "formats/bundle/writer.h"

#include "base/crc32c.h"
#include "formats/bundle/reader.h"
#include "formats/bundle/string_tensor.h"
#include "formats/bundle/table.h"
#include "formats/proto/message.h"
#include "formats/proto/types.h"
#include "tensorflow/core/protobuf/tensor_bundle.pb.h"

namespace slipway::bundle {

namespace {

std::string HeaderBytes() {
  tensorflow::BundleHeaderProto header;
  header.set_num_shards(1);
  header.mutable_version()->set_producer(1);
  return proto::SerializeMessage(header);
}

// The elements as they are stored; `copy` holds them where they are not the tensor's own bytes.
std::string_view StoredElements(const Tensor& tensor, std::string* copy, uint32_t* crc) {
  if (tensor.dtype() == DType::kString) {
    *copy = EncodeStrings(tensor.strings(), crc);
    return *copy;
  }
  std::string_view bytes(static_cast<const char*>(tensor.data()),
                         DTypeBytes(tensor.dtype(), static_cast<size_t>(tensor.elements())));
  if (tensor.dtype() == DType::kI4) {
    for (int64_t v : tensor.AsInts()) copy->push_back(static_cast<char>(v & 15));
    bytes = *copy;
  }
  *crc = Crc32c(bytes);
  return bytes;
}

}  // namespace

Result<Writer> Writer::Create(const std::string& prefix) {
  ASSIGN_OR_RETURN(AtomicFile data, AtomicFile::Create(DataPath(prefix, 0, 1)));
  ASSIGN_OR_RETURN(AtomicFile index, AtomicFile::Create(IndexPath(prefix)));
  return Writer(prefix, std::move(data), std::move(index));
}

Status Writer::Add(std::string_view key, const Tensor& tensor) {
  if (key.empty() || key[0] == '\0') return UsageError("'", key, "' cannot name a tensor of a bundle");
  if (entries_.find(key) != entries_.end()) return UsageError("two tensors of the bundle are named '", key, "'");
  tensorflow::BundleEntryProto entry;
  entry.set_dtype(proto::DTypeToProto(tensor.dtype()));
  if (tensor.dtype() == DType::kResource || tensor.dtype() == DType::kVariant || !tensor.valid())
    return Unsupported("tensor '", key, "' of type ", tensor.dtype(), " cannot be stored in a bundle");
  proto::ShapeToProto(tensor.shape(), entry.mutable_shape());
  std::string copy;
  uint32_t crc;
  std::string_view bytes = StoredElements(tensor, &copy, &crc);
  entry.set_offset(static_cast<int64_t>(data_.size()));
  entry.set_size(static_cast<int64_t>(bytes.size()));
  entry.set_crc32c(MaskCrc(crc));
  RETURN_IF_ERROR(data_.Append(bytes));
  entries_.emplace(key, proto::SerializeMessage(entry));
  return OkStatus();
}

Status Writer::Finish() {
  TableBuilder table;
  table.Add("", HeaderBytes());
  for (const auto& [key, entry] : entries_) table.Add(key, entry);
  RETURN_IF_ERROR(data_.Sync());
  RETURN_IF_ERROR(index_.Append(table.Finish()));
  RETURN_IF_ERROR(index_.Sync());
  if (FileExists(IndexPath(prefix_))) RETURN_IF_ERROR(RemoveFile(IndexPath(prefix_)));
  if (!entries_.empty()) RETURN_IF_ERROR(data_.Commit());
  return index_.Commit();
}

}  // namespace slipway::bundle
