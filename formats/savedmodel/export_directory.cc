#include "formats/savedmodel/export_directory.h"

#include <unistd.h>

#include <atomic>
#include <utility>

#include "base/file.h"
#include "formats/savedmodel/reader.h"

namespace slipway::savedmodel {

Result<ExportDirectory> ExportDirectory::Create(const std::string& directory) {
  static std::atomic<unsigned> counter{0};
  ExportDirectory d;
  d.directory_ = directory;
  while (d.directory_.size() > 1 && d.directory_.ends_with('/')) d.directory_.pop_back();
  if (d.directory_.empty() || d.directory_ == "/") return UsageError("'", directory, "' cannot be an export directory");
  if (FileExists(d.directory_)) {
    if (!IsDirectory(d.directory_)) return UsageError("'", directory, "' is a file, expected a directory");
    ASSIGN_OR_RETURN(std::vector<std::string> entries, ListDirectory(d.directory_));
    if (!entries.empty() && !IsSavedModel(d.directory_))
      return UsageError("'", directory, "' is neither empty nor a SavedModel, so it is not replaced");
  }
  RETURN_IF_ERROR(MakeDirectories(DirName(d.directory_)));
  std::string temporary = StrCat(d.directory_, ".tmp", getpid(), "_", counter.fetch_add(1));
  RETURN_IF_ERROR(MakeDirectories(temporary));
  d.temporary_ = std::move(temporary);
  return d;
}

ExportDirectory::ExportDirectory(ExportDirectory&& other) noexcept
    : directory_(std::move(other.directory_)), temporary_(std::exchange(other.temporary_, {})) {}

ExportDirectory::~ExportDirectory() {
  if (!temporary_.empty()) (void)RemoveTree(temporary_).ok();
}

Status ExportDirectory::Commit() {
  RETURN_IF_ERROR(Rename(temporary_, directory_));
  return RemoveTree(std::exchange(temporary_, {}));  // what was there before
}

}  // namespace slipway::savedmodel
