#include "train/yaml/document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

#include "base/file.h"

namespace slipway::train {

namespace {

constexpr int kMaxDepth = 64, kMaxNodes = 100000;

class Converter {
 public:
  explicit Converter(const std::string& path) : path_(path) {}

  Status Convert(const YAML::Node& from, int depth, ConfigNode* to) {
    to->line = from.Mark().line + 1;
    if (depth > kMaxDepth) return BadInput(path_, ":", to->line, ": nested deeper than ", kMaxDepth);
    if (++nodes_ > kMaxNodes) return BadInput(path_, ": more than ", kMaxNodes, " values");
    switch (from.Type()) {
      case YAML::NodeType::Scalar:
        to->kind = ConfigNode::Kind::kScalar;
        to->text = from.Scalar();
        to->quoted = from.Tag() == "!";
        return OkStatus();
      case YAML::NodeType::Sequence:
        to->kind = ConfigNode::Kind::kList;
        for (const YAML::Node& item : from) {
          to->items.emplace_back();
          RETURN_IF_ERROR(Convert(item, depth + 1, &to->items.back()));
        }
        return OkStatus();
      case YAML::NodeType::Map:
        to->kind = ConfigNode::Kind::kMap;
        for (const auto& entry : from) RETURN_IF_ERROR(AddEntry(entry.first, entry.second, depth, to));
        return OkStatus();
      default:
        to->kind = ConfigNode::Kind::kNull;
        return OkStatus();
    }
  }

 private:
  Status AddEntry(const YAML::Node& key, const YAML::Node& value, int depth, ConfigNode* map) {
    int line = key.Mark().line + 1;
    if (!key.IsScalar()) return BadInput(path_, ":", line, ": a key must be a word");
    if (map->Find(key.Scalar())) return BadInput(path_, ":", line, ": the key '", key.Scalar(), "' appears twice");
    ConfigNode node;
    RETURN_IF_ERROR(Convert(value, depth + 1, &node));
    node.line = line;
    map->entries.emplace_back(key.Scalar(), std::move(node));
    return OkStatus();
  }

  const std::string& path_;
  int nodes_ = 0;
};

class Ignore final : public YAML::EventHandler {
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

// Two are as good as many: yaml-cpp makes documents without end of a comma that stands alone.
bool HasSecondDocument(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  Ignore handler;
  return parser.HandleNextDocument(handler) && parser.HandleNextDocument(handler);
}

void ClearLines(ConfigNode& node) {
  node.line = 0;
  for (ConfigNode& item : node.items) ClearLines(item);
  for (auto& [key, value] : node.entries) ClearLines(value);
}

}  // namespace

const ConfigNode* ConfigNode::Find(std::string_view key) const {
  for (const auto& [name, value] : entries)
    if (name == key) return &value;
  return nullptr;
}

Result<ConfigNode> ParseYaml(std::string_view text, const std::string& path) {
  try {
    std::string whole(text);
    if (HasSecondDocument(whole)) return BadInput(path, ": holds more than one document, or what is no YAML at all");
    ConfigNode root;
    RETURN_IF_ERROR(Converter(path).Convert(YAML::Load(whole), 0, &root));
    return root;
  } catch (const YAML::Exception& e) {
    return BadInput(path, ":", e.mark.line + 1, ": ", e.msg);
  }
}

Result<ConfigNode> ReadYaml(const std::string& path) {
  ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  return ParseYaml(text, path);
}

Status SetValue(ConfigNode& root, std::string_view assignment) {
  size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return UsageError("--set ", assignment, ": expected KEY=VALUE, such as optimizer.Adam.learning_rate=0.01");
  std::string_view path = assignment.substr(0, equals);
  ASSIGN_OR_RETURN(ConfigNode value, ParseYaml(assignment.substr(equals + 1), StrCat("--set ", assignment)));
  ClearLines(value);
  ConfigNode* node = &root;
  for (const std::string& key : StrSplit(path, '.')) {
    if (key.empty()) return UsageError("--set ", assignment, ": the key has an empty part");
    if (node->kind == ConfigNode::Kind::kList) {
      std::optional<size_t> index = ParseNumber<size_t>(key);
      if (!index || *index >= node->items.size())
        return UsageError("--set ", assignment, ": '", key, "' is no item of a list of ", node->items.size());
      node = &node->items[*index];
      continue;
    }
    // "Adam" and {Adam: {}} are the same; so is a key without a value.
    if (node->kind == ConfigNode::Kind::kScalar && node->text == key) {
      ConfigNode map;
      map.kind = ConfigNode::Kind::kMap;
      map.line = node->line;
      *node = map;
    }
    if (node->kind == ConfigNode::Kind::kNull) node->kind = ConfigNode::Kind::kMap;
    if (node->kind != ConfigNode::Kind::kMap)
      return UsageError("--set ", assignment, ": '", key, "' cannot be set inside of '", node->text, "'");
    ConfigNode* found = const_cast<ConfigNode*>(node->Find(key));
    if (!found) {
      node->entries.emplace_back(key, ConfigNode{});
      found = &node->entries.back().second;
    }
    node = found;
  }
  *node = std::move(value);
  return OkStatus();
}

}  // namespace slipway::train
