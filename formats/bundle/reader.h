#pragma once
// Reads a TensorBundle: PREFIX.index and its data files, as checkpoints and the variables of a SavedModel are stored.
//
// Open() maps the files and checks the whole index: checksums, order, and that every tensor lies within its data file,
// so a bundle that was cut short or is half there is refused at once. Read() checks the tensor's own checksum. Tensors
// view the mapping where their alignment allows and keep it alive, also beyond the Reader. Thread safe: all methods are
// const.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/status.h"
#include "base/tensor.h"
#include "formats/bundle/object_key.h"

namespace slipway::bundle {

struct EntryInfo {
  DType dtype = DType::kInvalid;  // kInvalid for types that we do not hold; see type_name
  std::string type_name;          // TensorFlow's, "DT_FLOAT"
  Shape shape;
  uint64_t bytes = 0;        // in the data file; of all pieces together if partitioned
  bool partitioned = false;  // stored in pieces; Read() assembles them
};

class Reader {
 public:
  // kNotFound when there is no index, kBadInput for damage, kUnsupported for big-endian or newer bundles.
  static Result<Reader> Open(const std::string& prefix);

  // Names of the tensors, sorted; pieces of partitioned variables are not listed.
  std::vector<std::string> Keys() const;
  // Null if there is no such tensor; lives as long as the Reader.
  const EntryInfo* Find(std::string_view key) const;
  Result<Tensor> Read(std::string_view key) const;
  // Checks every stored byte against its checksum; the first mismatch is the error.
  Status VerifyAll() const;

  const std::string& prefix() const { return prefix_; }

 private:
  struct Entry {
    std::string key;
    EntryInfo info;
    uint32_t shard = 0, crc = 0;
    uint64_t offset = 0;
    std::vector<std::vector<SliceExtent>> slices;
  };

  Reader() = default;
  Status AddEntry(std::string key, const std::string& value);
  Status OpenShards(int count);
  Status CheckEntry(Entry& entry) const;
  Status CheckOverlap() const;
  Status CheckSlices(Entry& entry) const;
  const Entry* FindEntry(std::string_view key) const;
  std::string_view Bytes(const Entry& entry) const;
  Status VerifyEntry(const Entry& entry) const;
  Result<Tensor> ReadEntry(const Entry& entry) const;
  Result<Tensor> ReadStrings(const Entry& entry) const;
  Result<Tensor> ReadSlices(const Entry& entry) const;
  Status ChecksumError(const Entry& entry) const;

  std::string prefix_;
  std::vector<Entry> entries_;                             // by key, pieces of partitioned variables included
  std::vector<std::shared_ptr<const MappedFile>> shards_;  // null where nothing is stored
};

// "PREFIX.index", "PREFIX.data-00000-of-00001"
std::string IndexPath(std::string_view prefix);
std::string DataPath(std::string_view prefix, int shard, int shards);

}  // namespace slipway::bundle
