#pragma once
// Writes a TensorBundle with one data file.
//
// Everything goes to temporary names; Finish() puts both files on disk and then renames them, the index last. Until
// then, and after any error, nothing is visible under PREFIX, so a reader never sees half a bundle. Writing over an
// existing prefix takes its index away first: a crash in between leaves no bundle, never a mixed one. Callers that must
// keep the old one until the new one is whole write to a new prefix (checkpoints) or a new directory (exports). Not
// thread safe.

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/status.h"
#include "base/tensor.h"

namespace slipway::bundle {

class Writer {
 public:
  // The directory must exist.
  static Result<Writer> Create(const std::string& prefix);

  // Tensors lie in the data file in the order of these calls. kUsage for a name that is empty, starts with a zero byte
  // or was added before; kUnsupported for resources and variants; kMachine if the bytes cannot be written.
  Status Add(std::string_view key, const Tensor& tensor);
  // Makes the bundle visible. A bundle without tensors is an index alone. Nothing may follow, and nothing can follow an
  // error.
  Status Finish();

  uint64_t data_bytes() const { return data_.size(); }

 private:
  Writer(std::string prefix, AtomicFile data, AtomicFile index)
      : prefix_(std::move(prefix)), data_(std::move(data)), index_(std::move(index)) {}

  std::string prefix_;
  AtomicFile data_, index_;
  std::map<std::string, std::string, std::less<>> entries_;  // serialized BundleEntryProto by name
};

}  // namespace slipway::bundle
