#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace slipway {

namespace {

using Fault = std::function<Status(FileCall, const std::string&, size_t*)>;

Fault& TheFault() {
  static auto& fault = *new Fault();
  return fault;
}

Status AskFault(FileCall call, const std::string& path, size_t* bytes = nullptr) {
  size_t none = 0;
  return TheFault() ? TheFault()(call, path, bytes ? bytes : &none) : OkStatus();
}

Status ErrnoStatus(std::string_view what, const std::string& path) {
  int error = errno;
  char text[128];
  const char* reason = strerror_r(error, text, sizeof text);
  ErrorKind kind = error == ENOENT ? ErrorKind::kNotFound : ErrorKind::kMachine;
  return Status(kind, StrCat(what, " '", path, "': ", reason));
}

Status WriteAll(int fd, const std::string& path, std::string_view bytes) {
  while (!bytes.empty()) {
    size_t most = std::min<size_t>(bytes.size(), 1 << 30);
    RETURN_IF_ERROR(AskFault(FileCall::kWrite, path, &most));
    ssize_t n = write(fd, bytes.data(), most);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoStatus("writing", path);
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return OkStatus();
}

}  // namespace

void SetFileFaultForTest(Fault fault) { TheFault() = std::move(fault); }

void SetWriteFaultForTest(std::function<Status(const std::string&, size_t)> fault) {
  TheFault() = nullptr;
  if (!fault) return;
  TheFault() = [fault = std::move(fault)](FileCall call, const std::string& path, size_t* bytes) {
    return call == FileCall::kWrite ? fault(path, *bytes) : OkStatus();
  };
}

Result<std::string> ReadFile(const std::string& path) {
  RETURN_IF_ERROR(AskFault(FileCall::kOpen, path));
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus("reading", path);
  std::string out;
  struct stat st;
  if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) out.reserve(static_cast<size_t>(st.st_size));
  char buffer[1 << 16];
  while (true) {
    size_t most = sizeof buffer;
    Status s = AskFault(FileCall::kRead, path, &most);
    ssize_t n = s.ok() ? read(fd, buffer, most) : 0;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) s = ErrnoStatus("reading", path);
    if (!s.ok()) {
      close(fd);
      return s;
    }
    if (n == 0) break;
    out.append(buffer, static_cast<size_t>(n));
  }
  close(fd);
  return out;
}

static std::atomic<bool> read_instead_of_mapping{false};
void MappedFile::ReadInsteadOfMapping() { read_instead_of_mapping = true; }

// All of `size` bytes, or an error.
static Status ReadFully(int fd, const std::string& path, char* to, size_t size) {
  for (size_t done = 0; done < size;) {
    size_t most = size - done;
    RETURN_IF_ERROR(AskFault(FileCall::kRead, path, &most));
    ssize_t n = pread(fd, to + done, most, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoStatus("reading", path);
    if (n == 0) return BadInput("'", path, "' became shorter while it was read");
    done += static_cast<size_t>(n);
  }
  return OkStatus();
}

Result<std::shared_ptr<const MappedFile>> MappedFile::Open(const std::string& path) {
  RETURN_IF_ERROR(AskFault(FileCall::kMap, path));
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return ErrnoStatus("opening", path);
  struct stat st;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
    close(fd);
    return BadInput("'", path, "' is not a file");
  }
  auto file = std::shared_ptr<MappedFile>(new MappedFile());
  file->size_ = static_cast<size_t>(st.st_size);
  if (file->size_ > 0) {
    bool copies = read_instead_of_mapping;
    void* p = copies ? mmap(nullptr, file->size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                     : mmap(nullptr, file->size_, PROT_READ, MAP_PRIVATE, fd, 0);
    Status s = p == MAP_FAILED ? ErrnoStatus("mapping", path) : OkStatus();
    if (s.ok()) file->data_ = static_cast<const char*>(p);
    file->is_mapping_ = !copies;
    if (s.ok() && copies) s = ReadFully(fd, path, static_cast<char*>(p), file->size_);
    if (!s.ok()) {
      close(fd);
      return s;
    }
  }
  close(fd);
  return std::shared_ptr<const MappedFile>(file);
}

MappedFile::~MappedFile() {
  if (data_) munmap(const_cast<char*>(data_), size_);
}

void MappedFile::Forget(std::string_view bytes) const {
  static const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t at = reinterpret_cast<uintptr_t>(bytes.data());
  const uintptr_t begin = (at + page - 1) / page * page, end = (at + bytes.size()) / page * page;
  if (is_mapping_ && begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

Result<AtomicFile> AtomicFile::Create(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  RETURN_IF_ERROR(AskFault(FileCall::kCreate, path));
  AtomicFile f;
  f.path_ = path;
  f.temporary_ = StrCat(path, ".tmp", getpid(), "_", counter.fetch_add(1));
  f.fd_ = open(f.temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (f.fd_ < 0) {
    f.temporary_.clear();
    return ErrnoStatus("creating", path);
  }
  return f;
}

AtomicFile::AtomicFile(AtomicFile&& o) noexcept
    : path_(std::move(o.path_)),
      temporary_(std::move(o.temporary_)),
      pending_(std::move(o.pending_)),
      fd_(std::exchange(o.fd_, -1)),
      size_(o.size_) {
  o.temporary_.clear();
}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) close(fd_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

Status AtomicFile::Flush() {
  Status s = WriteAll(fd_, path_, pending_);
  pending_.clear();
  return s;
}

Status AtomicFile::Append(std::string_view bytes) {
  size_ += bytes.size();
  if (pending_.size() + bytes.size() < (1 << 20)) {
    pending_.append(bytes);
    return OkStatus();
  }
  RETURN_IF_ERROR(Flush());
  RETURN_IF_ERROR(WriteAll(fd_, path_, bytes));
  // The disk begins while we go on; what it says to that, Sync() says again.
  sync_file_range(fd_, 0, 0, SYNC_FILE_RANGE_WRITE);
  return OkStatus();
}

Status AtomicFile::Sync() {
  if (!pending_.empty()) RETURN_IF_ERROR(Flush());
  RETURN_IF_ERROR(AskFault(FileCall::kSync, path_));
  if (fsync(fd_) != 0) return ErrnoStatus("writing", path_);
  return OkStatus();
}

Status AtomicFile::Commit() {
  RETURN_IF_ERROR(Sync());
  int fd = std::exchange(fd_, -1);
  if (close(fd) != 0) return ErrnoStatus("writing", path_);
  RETURN_IF_ERROR(Rename(temporary_, path_));
  temporary_.clear();
  return OkStatus();
}

Status WriteFileAtomically(const std::string& path, std::string_view bytes) {
  ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path));
  RETURN_IF_ERROR(file.Append(bytes));
  return file.Commit();
}

Result<AppendFile> AppendFile::Open(const std::string& path) {
  RETURN_IF_ERROR(AskFault(FileCall::kCreate, path));
  AppendFile f;
  f.path_ = path;
  f.fd_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (f.fd_ < 0) return ErrnoStatus("opening", path);
  return f;
}

AppendFile::AppendFile(AppendFile&& o) noexcept : path_(std::move(o.path_)), fd_(std::exchange(o.fd_, -1)) {}

AppendFile::~AppendFile() {
  if (fd_ >= 0) close(fd_);
}

Status AppendFile::Append(std::string_view bytes) { return WriteAll(fd_, path_, bytes); }

bool FileExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

bool IsDirectory(const std::string& path) {
  struct stat st;
  return stat(path.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

Result<uint64_t> FileSize(const std::string& path) {
  struct stat st;
  if (stat(path.c_str(), &st) != 0) return ErrnoStatus("reading", path);
  return static_cast<uint64_t>(st.st_size);
}

Status MakeDirectories(const std::string& path) {
  for (size_t at = 1; at <= path.size(); ++at) {
    if (at != path.size() && path[at] != '/') continue;
    std::string part = path.substr(0, at);
    if (IsDirectory(part)) continue;
    RETURN_IF_ERROR(AskFault(FileCall::kMakeDirectory, part));
    if (mkdir(part.c_str(), 0755) != 0 && !IsDirectory(part)) return ErrnoStatus("creating directory", part);
  }
  return OkStatus();
}

Result<std::vector<std::string>> ListDirectory(const std::string& path) {
  DIR* dir = opendir(path.c_str());
  if (!dir) return ErrnoStatus("listing", path);
  std::vector<std::string> names;
  while (dirent* entry = readdir(dir)) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

Status RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) != 0) return ErrnoStatus("removing", path);
  return OkStatus();
}

Status RemoveTree(const std::string& path) {
  struct stat st;
  if (lstat(path.c_str(), &st) != 0) return errno == ENOENT ? OkStatus() : ErrnoStatus("removing", path);
  if (!S_ISDIR(st.st_mode)) return RemoveFile(path);
  ASSIGN_OR_RETURN(std::vector<std::string> names, ListDirectory(path));
  for (const std::string& name : names) RETURN_IF_ERROR(RemoveTree(JoinPath(path, name)));
  if (rmdir(path.c_str()) != 0) return ErrnoStatus("removing", path);
  return OkStatus();
}

Status Rename(const std::string& from, const std::string& to) {
  RETURN_IF_ERROR(AskFault(FileCall::kRename, to));
  if (rename(from.c_str(), to.c_str()) == 0) return OkStatus();
  if (errno != ENOTEMPTY && errno != EEXIST) return ErrnoStatus("renaming to", to);
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return OkStatus();
  // A file system that cannot exchange.
  std::string old = from + ".old";
  if (rename(to.c_str(), old.c_str()) != 0) return ErrnoStatus("renaming to", to);
  if (rename(from.c_str(), to.c_str()) != 0) {
    Status s = ErrnoStatus("renaming to", to);
    (void)rename(old.c_str(), to.c_str());
    return s;
  }
  return rename(old.c_str(), from.c_str()) == 0 ? OkStatus() : ErrnoStatus("renaming to", from);
}

std::string JoinPath(std::string_view dir, std::string_view name) {
  if (dir.empty() || (!name.empty() && name[0] == '/')) return std::string(name);
  return dir.back() == '/' ? StrCat(dir, name) : StrCat(dir, "/", name);
}

std::string DirName(const std::string& path) {
  size_t at = path.find_last_of('/');
  if (at == std::string::npos) return ".";
  return at == 0 ? "/" : path.substr(0, at);
}

std::string BaseName(const std::string& path) {
  size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return path.empty() ? "" : "/";
  size_t at = path.find_last_of('/', end);
  return path.substr(at == std::string::npos ? 0 : at + 1, end - (at == std::string::npos ? 0 : at + 1) + 1);
}

}  // namespace slipway
