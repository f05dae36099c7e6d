#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/fuzz/target.h"

namespace slipway::fuzz {

const std::string& Folder() {
  static const std::string& folder = *new std::string([] {
    std::string path = StrCat(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", "/slipway_fuzz_", getpid());
    CHECK(MakeDirectories(path).ok());
    return path;
  }());
  static const int registered = atexit([] { (void)RemoveTree(Folder()).ok(); });
  (void)registered;
  return folder;
}

std::string FileWith(const char* name, std::string_view bytes) {
  std::string path = JoinPath(Folder(), name);
  if (FileExists(path)) CHECK(RemoveFile(path).ok());
  Result<AppendFile> file = AppendFile::Open(path);
  CHECK(file.ok() && file->Append(bytes).ok());
  return path;
}

}  // namespace slipway::fuzz
