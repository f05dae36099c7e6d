#include "formats/savedmodel/variables.h"

#include <cstring>
#include <set>

#include "base/file.h"
#include "formats/bundle/object_key.h"
#include "formats/proto/message.h"
#include "formats/savedmodel/restore.h"
#include "tensorflow/core/protobuf/trackable_object_graph.pb.h"

namespace slipway::savedmodel {

namespace {

// Keys of the variables among `objects`, by index: both object graphs walked side by side from their roots.
Result<std::map<int, std::string>> MatchObjects(const std::vector<Object>& objects, const bundle::Reader& reader) {
  std::map<int, std::string> keys;
  if (objects.empty() || !reader.Find(bundle::kObjectGraphKey)) return keys;
  ASSIGN_OR_RETURN(Tensor bytes, reader.Read(bundle::kObjectGraphKey));
  if (bytes.dtype() != DType::kString || bytes.elements() != 1)
    return BadInput("'", bundle::kObjectGraphKey, "' is ", bytes.type(), ", expected one string");
  tensorflow::TrackableObjectGraph stored;
  RETURN_IF_ERROR_AT(proto::ParseMessage(bytes.strings()[0], &stored), bundle::kObjectGraphKey);
  std::set<int> seen;
  std::vector<std::pair<int, int>> waiting{{0, 0}};
  while (!waiting.empty()) {
    auto [ours, theirs] = waiting.back();
    waiting.pop_back();
    if (theirs < 0 || theirs >= stored.nodes_size() || !seen.insert(ours).second) continue;
    for (const auto& attribute : stored.nodes(theirs).attributes())
      if (attribute.name() == "VARIABLE_VALUE") keys[ours] = attribute.checkpoint_key();
    std::map<std::string_view, int> children;
    for (const auto& child : stored.nodes(theirs).children()) children[child.local_name()] = child.node_id();
    for (const ObjectChild& child : objects[static_cast<size_t>(ours)].children)
      if (auto it = children.find(child.name); it != children.end()) waiting.emplace_back(child.node, it->second);
  }
  return keys;
}

std::string SharedName(const Node& node) {
  auto it = node.attrs.find("shared_name");
  const auto* name = it == node.attrs.end() ? nullptr : std::get_if<std::string>(&it->second);
  return name && !name->empty() ? *name : node.name;
}

// The one variable object of that name; -1 if there is none or more.
int ObjectNamed(const std::vector<Object>& objects, const std::string& name) {
  int found = -1;
  for (size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].kind != ObjectKind::kVariable) continue;
    std::string_view n = objects[i].name;
    if (n.ends_with(":0")) n.remove_suffix(2);
    if (n != name) continue;
    if (found >= 0) return -1;
    found = static_cast<int>(i);
  }
  return found;
}

// Which object each variable node is: a call's last operands are the objects bound to its function.
std::map<std::string_view, int> BoundObjects(const MetaGraph& m) {
  std::map<std::string_view, int> objects;
  for (const Node& node : m.graph.nodes) {
    auto f = node.attrs.find("f");
    const auto* name = f == node.attrs.end() ? nullptr : std::get_if<FunctionAttr>(&f->second);
    auto bound = name ? m.bound_objects.find(name->name) : m.bound_objects.end();
    if (bound == m.bound_objects.end()) continue;
    std::vector<std::string_view> operands;
    for (const std::string& input : node.inputs)
      if (!input.starts_with('^')) operands.push_back(ParseTensorRef(input).node);
    if (operands.size() < bound->second.size()) continue;
    size_t first = operands.size() - bound->second.size();
    for (size_t i = 0; i < bound->second.size(); ++i) objects.emplace(operands[first + i], bound->second[i]);
  }
  return objects;
}

// "4 3 0,2:-": the shape of the whole and, per dimension, "start,length" or "-" for all of it.
struct SliceSpec {
  std::vector<int64_t> start, length;
};

Result<SliceSpec> ParseSlice(const std::string& text, const Shape& whole) {
  std::vector<std::string> parts = StrSplit(text, ' ');
  std::vector<std::string> extents = StrSplit(parts.back(), ':');
  Status bad = BadInput("the slice '", text, "' does not fit the stored shape ", whole);
  if (static_cast<int>(extents.size()) != whole.rank()) return bad;
  SliceSpec spec;
  for (int i = 0; i < whole.rank(); ++i) {
    const std::string& extent = extents[static_cast<size_t>(i)];
    size_t comma = extent.find(',');
    int64_t start = 0, length = whole[i];
    if (extent != "-") {
      std::optional<int64_t> s = ParseNumber<int64_t>(std::string_view(extent).substr(0, comma));
      std::optional<int64_t> n =
          comma == std::string::npos ? std::nullopt : ParseNumber<int64_t>(std::string_view(extent).substr(comma + 1));
      if (!s || !n || *s < 0 || *n < 0 || *s > whole[i] || *n > whole[i] - *s) return bad;
      start = *s, length = *n;
    }
    spec.start.push_back(start);
    spec.length.push_back(length);
  }
  return spec;
}

Result<Tensor> TakeSlice(const Tensor& whole, const std::string& text) {
  ASSIGN_OR_RETURN(SliceSpec spec, ParseSlice(text, whole.shape()));
  ASSIGN_OR_RETURN(Shape shape, Shape::FromDims(spec.length));
  size_t size = static_cast<size_t>(DTypeSize(whole.dtype()));
  if (size == 0) return Unsupported("a slice of ", whole.type(), " cannot be read");
  Tensor part(whole.dtype(), shape);
  int64_t rows = shape.rank() == 0 ? 1 : shape.Elements(0, shape.rank() - 1);
  size_t row_bytes = shape.rank() == 0 ? size : static_cast<size_t>(shape.back()) * size;
  const auto* from = static_cast<const char*>(whole.data());
  auto* to = static_cast<char*>(part.data());
  for (int64_t row = 0; row < rows && row_bytes > 0; ++row) {
    int64_t rest = row, offset = 0, stride = 1;
    for (int i = shape.rank() - 1; i >= 0; --i) {
      int64_t index = spec.start[static_cast<size_t>(i)];
      if (i < shape.rank() - 1) {
        index += rest % shape[i];
        rest /= shape[i];
      }
      offset += index * stride;
      stride *= whole.shape()[i];
    }
    std::memcpy(to + static_cast<size_t>(row) * row_bytes, from + static_cast<size_t>(offset) * size, row_bytes);
  }
  return part;
}

}  // namespace

bool IsVariableOp(std::string_view op) { return op == "VarHandleOp" || op == "VariableV2" || op == "Variable"; }

Result<VariableStore> VariableStore::Open(const std::string& directory, const MetaGraph& m) {
  VariableStore store;
  std::vector<const Node*> nodes;
  for (const Node& node : m.graph.nodes)
    if (IsVariableOp(node.op)) nodes.push_back(&node);
  std::string prefix = JoinPath(JoinPath(directory, "variables"), "variables");
  if (nodes.empty()) return store;
  if (!FileExists(bundle::IndexPath(prefix)))
    return NotFound("the model has ", nodes.size(), " variables, but their file '", bundle::IndexPath(prefix),
                    "' does not exist: the SavedModel is incomplete (Failed to find any matching files for ", prefix,
                    ")");
  ASSIGN_OR_RETURN(bundle::Reader reader, bundle::Reader::Open(prefix));
  store.reader_ = std::make_unique<bundle::Reader>(std::move(reader));

  std::map<std::string, RestoredTensor> restored = FollowRestoreNodes(m);
  ASSIGN_OR_RETURN_AT(auto keys, MatchObjects(m.objects, *store.reader_), StrCat("'", prefix, "'"));
  std::map<std::string_view, int> object_of_key;
  for (const auto& [object, key] : keys) object_of_key[key] = object;

  std::map<std::string_view, int> bound = BoundObjects(m);
  for (const Node* node : nodes) {
    StoredVariable v;
    std::string name = SharedName(*node);
    auto bound_object = bound.find(node->name);
    int object = bound_object != bound.end() ? bound_object->second : ObjectNamed(m.objects, name);
    if (auto it = restored.find(node->name); it != restored.end()) {
      v.key = it->second.key;
      v.slice = it->second.slice;
      if (auto it = object_of_key.find(v.key); it != object_of_key.end()) v.object = it->second;
    } else if (object >= 0 && keys.count(object)) {
      v.key = keys[object];
      v.object = object;
    } else if (store.reader_->Find(name)) {
      v.key = name;
    } else if (std::string key = bundle::VariableKey(name); store.reader_->Find(key)) {
      v.key = key;
    } else {
      continue;
    }
    store.variables_[node->name] = std::move(v);
  }
  return store;
}

const StoredVariable* VariableStore::Find(std::string_view node) const {
  auto it = variables_.find(node);
  return it == variables_.end() ? nullptr : &it->second;
}

Result<Tensor> VariableStore::Read(std::string_view node) const {
  const StoredVariable* v = Find(node);
  if (!v) return NotFound("there is no stored value for the variable '", node, "'");
  std::string where = StrCat("variable '", node, "'");
  ASSIGN_OR_RETURN_AT(Tensor whole, reader_->Read(v->key), where);
  if (v->slice.empty()) return whole;
  Result<Tensor> part = TakeSlice(whole, v->slice);
  if (!part.ok()) return std::move(part).status().At(where);
  return part;
}

}  // namespace slipway::savedmodel
