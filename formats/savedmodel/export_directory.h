#pragma once
// A directory that appears or is replaced only when it is complete.

#include <string>

#include "base/status.h"

namespace slipway::savedmodel {

// Files are written into path(), which lies beside `directory`; Commit() renames it into place. Without Commit() it is
// removed and `directory` stays as it was. Not thread safe.
class ExportDirectory {
 public:
  // kUsage when `directory` exists and is neither empty nor a SavedModel: nothing else may be replaced.
  static Result<ExportDirectory> Create(const std::string& directory);
  ExportDirectory(ExportDirectory&& other) noexcept;
  ExportDirectory& operator=(ExportDirectory&&) = delete;
  ~ExportDirectory();

  const std::string& path() const { return temporary_; }
  Status Commit();

 private:
  ExportDirectory() = default;
  std::string directory_, temporary_;
};

}  // namespace slipway::savedmodel
