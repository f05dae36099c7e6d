#include "train/yaml/reader.h"

#include <algorithm>

namespace slipway::train {

namespace {

using Kind = ConfigNode::Kind;

std::string Describe(const ConfigNode& node) {
  switch (node.kind) {
    case Kind::kNull:
      return "nothing";
    case Kind::kScalar:
      return StrCat("'", node.text, "'");
    case Kind::kList:
      return "a list";
    case Kind::kMap:
      return "a map";
  }
  return "";
}

void Expected(ConfigErrors& errors, const ConfigNode& node, std::string_view where, std::string_view what) {
  errors.Add(node.line, where, StrCat("expected ", what, ", found ", Describe(node)));
}

// Numbers may be written as 1e-3, .5, +2; infinities and NaN make no sense in a configuration.
std::optional<double> ParseReal(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  std::optional<double> v = ParseNumber<double>(text);
  if (!v || !(*v - *v == 0)) return std::nullopt;
  return v;
}

struct TypeName {
  const char* name;
  DType dtype;
};
constexpr TypeName kTypeNames[] = {
    {"float32", DType::kF32}, {"float64", DType::kF64},   {"float16", DType::kF16}, {"bfloat16", DType::kBF16},
    {"int8", DType::kI8},     {"int16", DType::kI16},     {"int32", DType::kI32},   {"int64", DType::kI64},
    {"uint8", DType::kU8},    {"uint16", DType::kU16},    {"uint32", DType::kU32},  {"uint64", DType::kU64},
    {"bool", DType::kBool},   {"string", DType::kString},
};

}  // namespace

void ConfigErrors::Add(int line, std::string_view where, std::string_view message) {
  std::string text = line > 0 ? StrCat(file_, ":", line, ": ") : StrCat(file_, ": ");
  if (!where.empty()) StrAppend(text, where, ": ");
  messages_.push_back(StrCat(text, message));
}

Status ConfigErrors::status() const {
  if (ok()) return OkStatus();
  return UsageError(StrJoin(messages_, "\n"));
}

bool ReadInt(ConfigErrors& errors, const ConfigNode& node, std::string_view where, int64_t* value) {
  std::optional<int64_t> v;
  if (node.kind == Kind::kScalar && !node.quoted) {
    v = ParseNumber<int64_t>(node.text);
    if (std::optional<double> real = v ? std::nullopt : ParseReal(node.text))  // 1e4
      if (*real == static_cast<double>(static_cast<int64_t>(std::clamp(*real, -1e15, 1e15))))
        v = static_cast<int64_t>(*real);
  }
  if (!v) {
    Expected(errors, node, where, "a whole number");
    return false;
  }
  *value = *v;
  return true;
}

bool ReadNumber(ConfigErrors& errors, const ConfigNode& node, std::string_view where, double* value) {
  std::optional<double> v;
  if (node.kind == Kind::kScalar && !node.quoted) v = ParseReal(node.text);
  if (!v) {
    Expected(errors, node, where, "a number");
    return false;
  }
  *value = *v;
  return true;
}

bool ReadBool(ConfigErrors& errors, const ConfigNode& node, std::string_view where, bool* value) {
  if (node.kind == Kind::kScalar && !node.quoted) {
    for (const char* yes : {"true", "True", "yes", "on"})
      if (node.text == yes) return *value = true, true;
    for (const char* no : {"false", "False", "no", "off"})
      if (node.text == no) return *value = false, true;
  }
  Expected(errors, node, where, "true or false");
  return false;
}

bool ReadString(ConfigErrors& errors, const ConfigNode& node, std::string_view where, std::string* value) {
  if (node.kind != Kind::kScalar) {
    Expected(errors, node, where, "a word");
    return false;
  }
  *value = node.text;
  return true;
}

bool ReadNamed(ConfigErrors& errors, const ConfigNode& node, std::string_view where, std::string_view expected,
               NamedNode* named) {
  named->line = node.line;
  if (node.kind == Kind::kScalar) {
    named->name = node.text;
    return true;
  }
  if (node.kind == Kind::kMap && node.entries.size() == 1) {
    named->name = node.entries[0].first;
    named->arguments = node.entries[0].second;
    named->line = named->arguments.line;
    return true;
  }
  std::string more;
  if (node.kind == Kind::kMap && node.entries.size() > 1)
    more = StrCat(" with ", node.entries.size(), " keys (arguments go one level deeper: NAME: {argument: value})");
  errors.Add(node.line, where, StrCat("expected ", expected, ", found ", Describe(node), more));
  return false;
}

DType DTypeFromConfig(std::string_view word) {
  for (const TypeName& t : kTypeNames)
    if (word == t.name) return t.dtype;
  return DTypeFromName(word);
}

MapReader::MapReader(ConfigErrors& errors, const ConfigNode& node, std::string where)
    : errors_(errors), node_(node), where_(std::move(where)) {
  if (node.kind != Kind::kMap && node.kind != Kind::kNull) Expected(errors, node, where_, "a map of KEY: VALUE");
}

std::string MapReader::PathOf(std::string_view key) const {
  return where_.empty() ? std::string(key) : StrCat(where_, ".", key);
}

const ConfigNode* MapReader::Find(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
  const ConfigNode* found = node_.Find(key);
  return found && found->kind != Kind::kNull ? found : nullptr;
}

const ConfigNode* MapReader::Require(std::string_view key, std::string_view expected) {
  const ConfigNode* found = Find(key);
  if (!found) errors_.Add(node_.line, where_, StrCat("the key '", key, "' is missing: ", expected));
  return found;
}

std::string MapReader::String(std::string_view key, std::string missing) {
  if (const ConfigNode* n = Find(key)) ReadString(errors_, *n, PathOf(key), &missing);
  return missing;
}

int64_t MapReader::Int(std::string_view key, int64_t missing, int64_t least, int64_t most) {
  const ConfigNode* n = Find(key);
  int64_t v = 0;
  if (!n || !ReadInt(errors_, *n, PathOf(key), &v)) return missing;
  if (v >= least && v <= most) return v;
  if (most == std::numeric_limits<int64_t>::max())
    errors_.Add(n->line, PathOf(key), StrCat("expected at least ", least, ", found ", v));
  else
    errors_.Add(n->line, PathOf(key), StrCat("expected ", least, " to ", most, ", found ", v));
  return missing;
}

double MapReader::Number(std::string_view key, double missing) {
  if (const ConfigNode* n = Find(key)) ReadNumber(errors_, *n, PathOf(key), &missing);
  return missing;
}

bool MapReader::Bool(std::string_view key, bool missing) {
  if (const ConfigNode* n = Find(key)) ReadBool(errors_, *n, PathOf(key), &missing);
  return missing;
}

DType MapReader::Type(std::string_view key, DType missing) {
  const ConfigNode* n = Find(key);
  std::string word;
  if (!n || !ReadString(errors_, *n, PathOf(key), &word)) return missing;
  DType dtype = DTypeFromConfig(word);
  if (dtype != DType::kInvalid) return dtype;
  std::vector<std::string> names;
  for (const TypeName& t : kTypeNames) names.emplace_back(t.name);
  std::string near = NearestWord(word, names);
  errors_.Add(n->line, PathOf(key),
              near.empty() ? StrCat("there is no type '", word, "'; the types are ", StrJoin(names, ", "))
                           : StrCat("there is no type '", word, "'; did you mean '", near, "'?"));
  return missing;
}

int MapReader::Word(std::string_view key, int missing, std::span<const char* const> words) {
  const ConfigNode* n = Find(key);
  std::string word;
  if (!n || !ReadString(errors_, *n, PathOf(key), &word)) return missing;
  for (size_t i = 0; i < words.size(); ++i)
    if (word == words[i]) return static_cast<int>(i);
  errors_.Add(n->line, PathOf(key), StrCat("expected ", StrJoin(words, " or "), ", found '", word, "'"));
  return missing;
}

std::vector<int64_t> MapReader::Ints(std::string_view key, std::vector<int64_t> missing) {
  const ConfigNode* n = Find(key);
  if (!n) return missing;
  std::vector<int64_t> values;
  int64_t v = 0;
  if (n->kind != Kind::kList) return ReadInt(errors_, *n, PathOf(key), &v) ? std::vector<int64_t>{v} : missing;
  for (const ConfigNode& item : n->items) {
    if (!ReadInt(errors_, item, PathOf(key), &v)) return missing;
    values.push_back(v);
  }
  return values;
}

std::vector<double> MapReader::Numbers(std::string_view key, std::vector<double> missing) {
  const ConfigNode* n = Find(key);
  if (!n) return missing;
  std::vector<double> values;
  double v = 0;
  if (n->kind != Kind::kList) return ReadNumber(errors_, *n, PathOf(key), &v) ? std::vector<double>{v} : missing;
  for (const ConfigNode& item : n->items) {
    if (!ReadNumber(errors_, item, PathOf(key), &v)) return missing;
    values.push_back(v);
  }
  return values;
}

std::vector<std::string> MapReader::Strings(std::string_view key, std::vector<std::string> missing) {
  const ConfigNode* n = Find(key);
  if (!n) return missing;
  std::vector<std::string> values;
  std::string v;
  if (n->kind != Kind::kList) return ReadString(errors_, *n, PathOf(key), &v) ? std::vector<std::string>{v} : missing;
  for (const ConfigNode& item : n->items) {
    if (!ReadString(errors_, item, PathOf(key), &v)) return missing;
    values.push_back(v);
  }
  return values;
}

Shape MapReader::ShapeOf(std::string_view key, Shape missing) {
  const ConfigNode* n = Find(key);
  if (!n) return missing;
  Result<Shape> shape = Shape::FromDims(Ints(key, {}));
  if (shape.ok()) return *shape;
  errors_.Add(n->line, PathOf(key), shape.status().message());
  return missing;
}

void MapReader::Error(std::string_view key, std::string_view message) {
  const ConfigNode* n = node_.Find(key);
  errors_.Add(n ? n->line : node_.line, PathOf(key), message);
}

void MapReader::Finish() {
  for (const auto& [key, value] : node_.entries) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    std::string near = NearestWord(key, known_);
    errors_.Add(value.line, where_,
                near.empty() ? StrCat("unknown key '", key, "'; the keys here are ", StrJoin(known_, ", "))
                             : StrCat("unknown key '", key, "'; did you mean '", near, "'?"));
  }
}

}  // namespace slipway::train
