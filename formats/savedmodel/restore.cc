#include "formats/savedmodel/restore.h"

#include <set>
#include <unordered_map>
#include <vector>

#include "base/strings.h"

namespace slipway::savedmodel {

namespace {

constexpr int kMaxCallDepth = 16;
constexpr int kMaxIdentities = 64;

// The nodes of a graph or function body by name, and what its arguments are in the main graph.
struct Scope {
  std::unordered_map<std::string_view, const Node*> nodes;
  std::map<std::string, std::string, std::less<>> arguments;  // name -> node of the main graph

  explicit Scope(const std::vector<Node>& list) {
    for (const Node& n : list) nodes.emplace(n.name, &n);
  }
  const Node* Find(std::string_view name) const {
    auto it = nodes.find(name);
    return it == nodes.end() ? nullptr : it->second;
  }
};

// "node", "node:1" and "node:tensors:1" alike.
TensorRef SplitRef(std::string_view ref) {
  TensorRef r = ParseTensorRef(ref);
  return {r.node.substr(0, r.node.find(':')), r.index};
}

class RestoreFollower {
 public:
  explicit RestoreFollower(const MetaGraph& m) : meta_graph_(m) {}

  std::map<std::string, RestoredTensor> Run() {
    Scope main(meta_graph_.graph.nodes);
    Visit(main, std::string(ParseTensorRef(meta_graph_.saver.restore_node).node), 0);
    return std::move(found_);
  }

 private:
  // The node and everything that it waits for.
  void Visit(const Scope& scope, const std::string& root, int depth) {
    std::set<std::string_view> seen;
    std::vector<std::string_view> waiting{root};
    while (!waiting.empty()) {
      const Node* node = scope.Find(waiting.back());
      waiting.pop_back();
      if (!node || !seen.insert(node->name).second) continue;
      Take(scope, *node, depth);
      for (const std::string& input : node->inputs) waiting.push_back(SplitRef(input).node);
    }
  }

  void Take(const Scope& scope, const Node& node, int depth) {
    if (node.op == "AssignVariableOp" || node.op == "Assign") return TakeAssign(scope, node);
    auto f = node.attrs.find("f");
    if (f == node.attrs.end() || depth >= kMaxCallDepth) return;
    const auto* name = std::get_if<FunctionAttr>(&f->second);
    const Function* function = name ? meta_graph_.graph.FindFunction(name->name) : nullptr;
    if (!function || !calls_.insert({&node, function}).second) return;
    Scope body(function->nodes);
    for (size_t i = 0; i < function->inputs.size() && i < node.inputs.size(); ++i)
      body.arguments[function->inputs[i].name] = MainNode(scope, node.inputs[i]);
    for (const Node& inner : function->nodes) Take(body, inner, depth + 1);
  }

  // The node of the main graph that a reference in `scope` means.
  std::string MainNode(const Scope& scope, std::string_view ref) const {
    std::string_view name = SplitRef(ref).node;
    if (auto it = scope.arguments.find(name); it != scope.arguments.end()) return it->second;
    return scope.arguments.empty() ? std::string(name) : std::string();
  }

  void TakeAssign(const Scope& scope, const Node& assign) {
    if (assign.inputs.size() < 2) return;
    std::string variable = MainNode(scope, assign.inputs[0]);
    TensorRef ref = SplitRef(assign.inputs[1]);
    const Node* value = scope.Find(ref.node);
    for (int i = 0; i < kMaxIdentities && value && value->op == "Identity" && !value->inputs.empty(); ++i) {
      ref = SplitRef(value->inputs[0]);
      value = scope.Find(ref.node);
    }
    if (variable.empty() || !value || value->op != "RestoreV2" || value->inputs.size() < 3) return;
    std::string key = StringAt(scope, value->inputs[1], ref.index);
    if (!key.empty()) found_.emplace(variable, RestoredTensor{key, StringAt(scope, value->inputs[2], ref.index)});
  }

  // Element `index` of a constant vector of strings, empty if it is none.
  static std::string StringAt(const Scope& scope, std::string_view ref, int index) {
    const Node* node = scope.Find(SplitRef(ref).node);
    if (!node) return {};
    auto value = node->attrs.find("value");
    const Tensor* t = value == node->attrs.end() ? nullptr : std::get_if<Tensor>(&value->second);
    if (!t || t->dtype() != DType::kString || index < 0 || index >= t->elements()) return {};
    return t->strings()[static_cast<size_t>(index)];
  }

  const MetaGraph& meta_graph_;
  std::set<std::pair<const Node*, const Function*>> calls_;
  std::map<std::string, RestoredTensor> found_;
};

}  // namespace

std::map<std::string, RestoredTensor> FollowRestoreNodes(const MetaGraph& meta_graph) {
  if (meta_graph.saver.restore_node.empty()) return {};
  return RestoreFollower(meta_graph).Run();
}

}  // namespace slipway::savedmodel
