#pragma once
// Which versions of a model should be served: those below its base path that its policy chooses.
//
// A version is a child directory whose name is a non-negative int64 ("00000123" is 123); everything else is ignored.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"

namespace slipway::serving {

struct VersionPolicy {
  enum class Kind { kLatest, kAll, kSpecific };
  Kind kind = Kind::kLatest;
  int64_t num_versions = 1;       // kLatest
  std::vector<int64_t> specific;  // kSpecific
  friend bool operator==(const VersionPolicy&, const VersionPolicy&) = default;
};

// Version -> its directory. kMachine or kNotFound when the base path cannot be listed.
Result<std::map<int64_t, std::string>> ListVersions(const std::string& base_path);
// Those of `versions` that the policy serves.
std::map<int64_t, std::string> ChooseVersions(const VersionPolicy&, const std::map<int64_t, std::string>& versions);

// Changes whenever a file below the directory appears, goes, grows or is written. 0 if the directory is gone.
uint64_t DirectoryFingerprint(const std::string& directory);

}  // namespace slipway::serving
