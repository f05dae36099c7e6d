#include "serving/version_policy.h"

#include <algorithm>
#include <filesystem>

#include "base/file.h"

namespace slipway::serving {

namespace fs = std::filesystem;

Result<std::map<int64_t, std::string>> ListVersions(const std::string& base_path) {
  ASSIGN_OR_RETURN(std::vector<std::string> names, ListDirectory(base_path));
  std::map<int64_t, std::string> found;
  for (const std::string& name : names) {
    auto version = ParseNumber<int64_t>(name);
    std::string directory = JoinPath(base_path, name);
    if (version && *version >= 0 && IsDirectory(directory)) found.emplace(*version, directory);
  }
  return found;
}

std::map<int64_t, std::string> ChooseVersions(const VersionPolicy& policy,
                                              const std::map<int64_t, std::string>& versions) {
  if (policy.kind == VersionPolicy::Kind::kAll) return versions;
  std::map<int64_t, std::string> chosen;
  if (policy.kind == VersionPolicy::Kind::kSpecific) {
    for (int64_t version : policy.specific)
      if (auto it = versions.find(version); it != versions.end()) chosen.insert(*it);
    return chosen;
  }
  auto wanted = static_cast<size_t>(std::max<int64_t>(policy.num_versions, 1));
  for (auto it = versions.rbegin(); it != versions.rend() && chosen.size() < wanted; ++it) chosen.insert(*it);
  return chosen;
}

uint64_t DirectoryFingerprint(const std::string& directory) {
  std::error_code e;
  uint64_t hash = 0;
  auto add = [&hash](uint64_t v) { hash = (hash ^ v) * 0x9e3779b97f4a7c15ull + (hash >> 29); };
  std::vector<std::pair<std::string, uint64_t>> entries;
  for (fs::recursive_directory_iterator it(directory, e), end; !e && it != end; it.increment(e)) {
    std::error_code gone;
    auto time = static_cast<uint64_t>(it->last_write_time(gone).time_since_epoch().count());
    uint64_t size = it->is_regular_file(gone) ? it->file_size(gone) : 0;
    entries.emplace_back(it->path().string(), size * 31 + time);
  }
  if (e && entries.empty()) return 0;
  std::sort(entries.begin(), entries.end());
  add(entries.size());
  for (const auto& [path, state] : entries) {
    add(std::hash<std::string>()(path));
    add(state);
  }
  return hash | 1;
}

}  // namespace slipway::serving
