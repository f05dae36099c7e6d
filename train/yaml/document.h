#pragma once
// A YAML file as a tree that knows its lines. Keys of a map are unique; anchors and merges are expanded; depth and size
// are bounded.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace slipway::train {

struct ConfigEntry;

struct ConfigNode {
  enum class Kind { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  int line = 0;      // from 1; 0: not from the file
  std::string text;  // of a scalar
  bool quoted = false;
  std::vector<ConfigNode> items;     // of a list
  std::vector<ConfigEntry> entries;  // of a map; a value's `line` is its key's

  const ConfigNode* Find(std::string_view key) const;
};

struct ConfigEntry {
  std::string first;  // the key
  ConfigNode second;

  ConfigEntry(std::string key, ConfigNode value) : first(std::move(key)), second(std::move(value)) {}
};

// A file's (one) document. Errors name `path` and line.
Result<ConfigNode> ReadYaml(const std::string& path);
Result<ConfigNode> ParseYaml(std::string_view text, const std::string& path);

// "optimizer.Adam.learning_rate=0.01", "model.layers.0.Conv2D.filters=8": sets or adds one value (YAML, too) of `root`.
Status SetValue(ConfigNode& root, std::string_view assignment);

}  // namespace slipway::train
