#pragma once
// Files: whole reads, read-only mappings, and writes that replace a file only when every byte is on disk.
// Errors are kMachine (kNotFound when the file is absent) and name the path.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace slipway {

Result<std::string> ReadFile(const std::string& path);

// A read-only mapping of a whole file; the bytes live as long as a handle does.
class MappedFile {
 public:
  static Result<std::shared_ptr<const MappedFile>> Open(const std::string& path);
  // From now on Open() reads the bytes into memory of our own: for processes that must live on when somebody cuts or
  // overwrites a file that they use.
  static void ReadInsteadOfMapping();
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  const char* data() const { return data_; }
  size_t size() const { return size_; }
  std::string_view bytes() const { return {data_, size_}; }
  // These of its bytes leave memory; who reads them again waits for the file.
  void Forget(std::string_view) const;

 private:
  MappedFile() = default;
  bool is_mapping_ = false;
  const char* data_ = nullptr;
  size_t size_ = 0;
};

// Writes beside `path` and renames over it in Commit(), after fsync. Without Commit() the old file stays whole.
class AtomicFile {
 public:
  static Result<AtomicFile> Create(const std::string& path);
  AtomicFile(AtomicFile&&) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();
  Status Append(std::string_view bytes);
  // Every byte so far is on disk, under the temporary name: a Commit() after this only renames.
  Status Sync();
  Status Commit();
  uint64_t size() const { return size_; }

 private:
  AtomicFile() = default;
  std::string path_, temporary_, pending_;
  int fd_ = -1;
  uint64_t size_ = 0;
  Status Flush();
};

Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// Appends to a growing file (event files, logs); creates it.
class AppendFile {
 public:
  static Result<AppendFile> Open(const std::string& path);
  AppendFile(AppendFile&&) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;
  ~AppendFile();
  Status Append(std::string_view bytes);  // reaches the kernel before it returns
  const std::string& path() const { return path_; }

 private:
  AppendFile() = default;
  std::string path_;
  int fd_ = -1;
};

bool FileExists(const std::string& path);
bool IsDirectory(const std::string& path);
Result<uint64_t> FileSize(const std::string& path);
Status MakeDirectories(const std::string& path);
// Names (not paths) of the entries, sorted.
Result<std::vector<std::string>> ListDirectory(const std::string& path);
Status RemoveFile(const std::string& path);
Status RemoveTree(const std::string& path);
Status Rename(const std::string& from, const std::string& to);  // a directory changes places with another
// "dir/name"; an absolute `name` stays as it is.
std::string JoinPath(std::string_view dir, std::string_view name);
std::string DirName(const std::string& path);
std::string BaseName(const std::string& path);

// Fault injection for tests, asked before each call below: an error is what the call fails with; reads and writes move
// no more than *bytes, which may be lowered (but not to 0). Not for production use; set it before any other thread uses
// files.
enum class FileCall { kOpen, kRead, kMap, kCreate, kWrite, kSync, kRename, kMakeDirectory };
void SetFileFaultForTest(std::function<Status(FileCall, const std::string& path, size_t* bytes)> fault);
// The same for writes alone.
void SetWriteFaultForTest(std::function<Status(const std::string& path, size_t bytes)> fault);

}  // namespace slipway
