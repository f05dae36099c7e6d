#include "formats/bundle/object_graph.h"

#include <map>

#include "base/wire.h"
#include "formats/bundle/object_key.h"

namespace slipway::bundle {

namespace {

// Field numbers of tensorflow.TrackableObjectGraph.
constexpr uint32_t kNodes = 1;
constexpr uint32_t kChildren = 1, kAttributes = 2, kHasValues = 5;
constexpr uint32_t kChildId = 1, kChildName = 2;
constexpr uint32_t kAttributeName = 1, kAttributeFullName = 2, kAttributeKey = 3;

struct Object {
  std::map<std::string, int> children;
  std::vector<std::string> order;  // of the children
  std::string full_name, key;      // of a variable
};

int ChildOf(std::vector<Object>& objects, int parent, const std::string& name) {
  auto found = objects[static_cast<size_t>(parent)].children.find(name);
  if (found != objects[static_cast<size_t>(parent)].children.end()) return found->second;
  int id = static_cast<int>(objects.size());
  objects.emplace_back();
  objects[static_cast<size_t>(parent)].children[name] = id;
  objects[static_cast<size_t>(parent)].order.push_back(name);
  return id;
}

std::string Encode(const Object& object) {
  std::string node;
  for (const std::string& name : object.order) {
    std::string child;
    AppendVarintField(child, kChildId, static_cast<uint64_t>(object.children.at(name)));
    AppendBytesField(child, kChildName, name);
    AppendBytesField(node, kChildren, child);
  }
  if (!object.key.empty()) {
    std::string attribute;
    AppendBytesField(attribute, kAttributeName, "VARIABLE_VALUE");
    AppendBytesField(attribute, kAttributeFullName, object.full_name);
    AppendBytesField(attribute, kAttributeKey, object.key);
    AppendBytesField(node, kAttributes, attribute);
  }
  std::string has_values;
  AppendVarintField(has_values, 1, 1);
  AppendBytesField(node, kHasValues, has_values);
  return node;
}

}  // namespace

Tensor MakeObjectGraph(std::span<const ObjectVariable> variables) {
  std::vector<Object> objects(1);
  for (const ObjectVariable& v : variables) {
    int id = 0;
    for (const std::string& name : v.path) id = ChildOf(objects, id, name);
    objects[static_cast<size_t>(id)].full_name = v.full_name;
    objects[static_cast<size_t>(id)].key = VariableKey(ObjectPath(v.path));
  }
  std::string graph;
  for (const Object& object : objects) AppendBytesField(graph, kNodes, Encode(object));
  return Tensor::Scalar<std::string>(graph);
}

}  // namespace slipway::bundle
