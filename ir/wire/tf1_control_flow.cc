#include "ir/wire/tf1_control_flow.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/strings.h"

namespace slipway::wire {

namespace {

using savedmodel::Function;
using savedmodel::Node;

bool Is(const Node& n, std::string_view op) { return n.op == op || (n.op.starts_with("Ref") && n.op.substr(3) == op); }

bool IsPrimitive(const Node& n) {
  for (std::string_view op : {"Switch", "Merge", "Enter", "Exit", "NextIteration", "LoopCond"})
    if (Is(n, op)) return true;
  return false;
}

bool IsControl(std::string_view ref) { return ref.starts_with('^'); }

// "node:1", also for output 0.
std::string Full(std::string_view ref) {
  savedmodel::TensorRef r = savedmodel::ParseTensorRef(ref);
  return StrCat(r.node, ":", r.index);
}

// What tensors of the graph are called in a function.
using Names = std::unordered_map<std::string, std::string>;

class Rewriter {
 public:
  explicit Rewriter(savedmodel::Graph& g) : graph_(g), nodes_(g.nodes) {
    for (size_t i = 0; i < nodes_.size(); ++i) by_name_.emplace(nodes_[i].name, i);
    dead_.assign(nodes_.size(), false);
  }

  // Inner constructs first: outer ones are rewritten when nothing of them is left inside.
  void Run() {
    while (RewriteALoop() || RewriteACondition()) continue;
    Sweep();
  }

 private:
  int Find(std::string_view ref) const {
    auto it = by_name_.find(std::string(IsControl(ref) ? ref.substr(1) : savedmodel::ParseTensorRef(ref).node));
    return it == by_name_.end() ? -1 : static_cast<int>(it->second);
  }
  const Node* NodeOf(std::string_view ref) const {
    int i = Find(ref);
    return i < 0 ? nullptr : &nodes_[static_cast<size_t>(i)];
  }

  std::string UniqueName(std::string name) const {
    auto taken = [&](const std::string& s) { return by_name_.count(s) || graph_.FindFunction(s); };
    std::string unique = name;
    for (int i = 1; taken(unique); ++i) unique = StrCat(name, "_", i);
    return unique;
  }

  void AddNode(Node n) {
    by_name_.emplace(n.name, nodes_.size());
    nodes_.push_back(std::move(n));
    dead_.push_back(false);
  }

  // The live nodes that read one, by the one's name.
  std::unordered_map<std::string, std::vector<size_t>> Users() const {
    std::unordered_map<std::string, std::vector<size_t>> users;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (!dead_[i])
        for (const std::string& in : nodes_[i].inputs)
          if (int from = Find(in); from >= 0) users[nodes_[static_cast<size_t>(from)].name].push_back(i);
    return users;
  }

  // The nodes that `refs` need, up to the tensors in `names`. Nothing if control flow of TensorFlow 1 is among them.
  std::optional<std::set<size_t>> NodesFor(const std::vector<std::string>& refs, const Names& names) const {
    std::set<size_t> found;
    std::vector<std::string> waiting = refs;
    while (!waiting.empty()) {
      std::string ref = std::move(waiting.back());
      waiting.pop_back();
      if (!IsControl(ref) && names.count(Full(ref))) continue;
      int i = Find(ref);
      if (i < 0) return std::nullopt;
      const Node& n = nodes_[static_cast<size_t>(i)];
      if (IsPrimitive(n)) {
        if (IsControl(ref)) continue;  // says only that the node belongs into the function
        return std::nullopt;
      }
      if (found.insert(static_cast<size_t>(i)).second) waiting.insert(waiting.end(), n.inputs.begin(), n.inputs.end());
    }
    return found;
  }

  // A function of the graph's nodes. Their references are those of graphs, not of functions.
  std::optional<std::string> AddFunction(const std::string& name, const std::vector<std::string>& arguments,
                                         const std::vector<std::string>& results, const Names& names,
                                         std::set<size_t>* used) {
    std::optional<std::set<size_t>> nodes = NodesFor(results, names);
    if (!nodes) return std::nullopt;
    Function f{.name = UniqueName(name), .plain_references = true};
    auto rename = [&](const std::string& ref) {
      auto it = names.find(Full(ref));
      return it == names.end() ? ref : it->second;
    };
    for (const std::string& a : arguments) f.inputs.push_back({a});
    for (size_t i : *nodes) {
      Node n = nodes_[i];
      std::vector<std::string> inputs;
      for (const std::string& in : n.inputs) {
        if (!IsControl(in))
          inputs.push_back(rename(in));
        else if (int from = Find(in); from >= 0 && nodes->count(static_cast<size_t>(from)))
          inputs.push_back(in);
      }
      n.inputs = std::move(inputs);
      f.nodes.push_back(std::move(n));
    }
    for (size_t k = 0; k < results.size(); ++k) {
      f.outputs.push_back({StrCat("output_", k)});
      f.results[f.outputs.back().name] = rename(results[k]);
    }
    used->insert(nodes->begin(), nodes->end());
    graph_.functions.push_back(std::move(f));
    return graph_.functions.back().name;
  }

  static std::string FrameOf(const Node& enter) {
    auto it = enter.attrs.find("frame_name");
    const auto* name = it == enter.attrs.end() ? nullptr : std::get_if<std::string>(&it->second);
    return name ? *name : std::string();
  }

  bool RewriteALoop() {
    std::map<std::string, std::vector<size_t>> frames;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (!dead_[i] && Is(nodes_[i], "Enter")) frames[FrameOf(nodes_[i])].push_back(i);
    if (frames.empty()) return false;
    auto users = Users();
    for (const auto& [frame, enters] : frames)
      if (RewriteLoop(frame, enters, users)) return true;
    return false;
  }

  struct LoopVariable {
    size_t enter = 0, merge = 0, choice = 0;  // Enter, Merge, Switch
    std::string next;                         // what NextIteration passes on
    size_t next_node = 0;
    std::vector<size_t> exits;
  };

  using NodeUsers = std::unordered_map<std::string, std::vector<size_t>>;

  std::optional<LoopVariable> VariableOf(size_t enter, const NodeUsers& users) const {
    LoopVariable v{.enter = enter};
    auto merges = users.find(nodes_[enter].name);
    if (merges == users.end()) return std::nullopt;
    for (size_t m : merges->second) {
      if (!Is(nodes_[m], "Merge") || nodes_[m].inputs.size() < 2) continue;
      const std::string& back = nodes_[m].inputs[Find(nodes_[m].inputs[0]) == static_cast<int>(enter) ? 1 : 0];
      int next = Find(back);
      auto choices = users.find(nodes_[m].name);
      if (next < 0 || choices == users.end()) continue;
      v.merge = m;
      v.next_node = static_cast<size_t>(next);
      if (!Is(nodes_[v.next_node], "NextIteration") || nodes_[v.next_node].inputs.empty()) continue;
      v.next = nodes_[v.next_node].inputs[0];
      for (size_t s : choices->second) {
        if (!Is(nodes_[s], "Switch") || nodes_[s].inputs.size() < 2) continue;
        const Node* decides = NodeOf(nodes_[s].inputs[1]);
        if (!decides || !Is(*decides, "LoopCond") || decides->inputs.empty()) continue;
        v.choice = s;
        if (auto it = users.find(nodes_[s].name); it != users.end())
          for (size_t x : it->second)
            if (Is(nodes_[x], "Exit")) v.exits.push_back(x);
        return v;
      }
    }
    return std::nullopt;
  }

  bool RewriteLoop(const std::string& frame, const std::vector<size_t>& enters, const NodeUsers& users) {
    std::vector<LoopVariable> variables;
    std::vector<size_t> constants;
    for (size_t e : enters) {
      if (nodes_[e].inputs.empty()) return false;
      if (std::optional<LoopVariable> v = VariableOf(e, users))
        variables.push_back(*v);
      else
        constants.push_back(e);
    }
    if (variables.empty()) return false;
    const std::string decides = nodes_[variables[0].choice].inputs[1];
    Names in_cond, in_body;
    std::vector<std::string> arguments, next, operands;
    for (const LoopVariable& v : variables) {
      if (nodes_[v.choice].inputs[1] != decides) return false;
      const std::string& name = nodes_[v.merge].name;
      in_cond[StrCat(name, ":0")] = name;
      in_body[StrCat(nodes_[v.choice].name, ":1")] = name;
      arguments.push_back(name);
      next.push_back(v.next);
      operands.push_back(nodes_[v.enter].inputs[0]);
    }
    for (size_t e : constants) {
      const std::string& name = nodes_[e].name;
      in_cond[StrCat(name, ":0")] = in_body[StrCat(name, ":0")] = name;
      arguments.push_back(name);
      next.push_back(StrCat(name, ":0"));
      operands.push_back(nodes_[e].inputs[0]);
    }
    std::set<size_t> used;
    std::string name = frame.empty() ? "while" : frame;
    std::optional<std::string> cond =
        AddFunction(StrCat(name, "/cond"), arguments, {NodeOf(decides)->inputs[0]}, in_cond, &used);
    if (!cond) return false;
    std::optional<std::string> body = AddFunction(StrCat(name, "/body"), arguments, next, in_body, &used);
    if (!body) {
      graph_.functions.pop_back();
      return false;
    }
    Node loop{.name = UniqueName(name), .op = "While", .inputs = operands};
    loop.attrs["cond"] = savedmodel::FunctionAttr{*cond};
    loop.attrs["body"] = savedmodel::FunctionAttr{*body};
    for (size_t k = 0; k < variables.size(); ++k) {
      const LoopVariable& v = variables[k];
      for (size_t x : v.exits) BecomeIdentity(x, StrCat(loop.name, ":", k));
      for (size_t i : {v.enter, v.merge, v.choice, v.next_node}) dead_[i] = true;
    }
    for (size_t e : constants) dead_[e] = true;
    dead_[static_cast<size_t>(Find(decides))] = true;
    for (size_t i : used) dead_[i] = true;
    AddNode(std::move(loop));
    return true;
  }

  void BecomeIdentity(size_t i, std::string of) {
    nodes_[i].op = "Identity";
    nodes_[i].inputs = {std::move(of)};
  }

  // One way into a Merge: the Switches that it comes from and which of their outputs.
  struct Way {
    std::set<size_t> choices;
    int side = -1;
  };

  std::optional<Way> WayInto(const std::string& ref) const {
    Way way;
    std::set<size_t> seen;
    std::vector<std::string> waiting{ref};
    while (!waiting.empty()) {
      std::string at = std::move(waiting.back());
      waiting.pop_back();
      int i = Find(at);
      if (i < 0) return std::nullopt;
      const Node& n = nodes_[static_cast<size_t>(i)];
      if (Is(n, "Switch")) {
        int side = savedmodel::ParseTensorRef(at).index;
        if (IsControl(at) || n.inputs.size() < 2) return std::nullopt;
        if (way.side != -1 && way.side != side) return std::nullopt;
        way.side = side;
        way.choices.insert(static_cast<size_t>(i));
        continue;
      }
      if (IsPrimitive(n)) return std::nullopt;
      if (seen.insert(static_cast<size_t>(i)).second) waiting.insert(waiting.end(), n.inputs.begin(), n.inputs.end());
    }
    return way;
  }

  // Where a decision comes from, through Identity.
  std::string SourceOf(std::string ref) const {
    for (const Node* n = NodeOf(ref); n && n->op == "Identity" && !n->inputs.empty(); n = NodeOf(ref))
      ref = n->inputs[0];
    return Full(ref);
  }

  struct Condition {
    std::vector<size_t> merges;
    std::vector<std::string> when[2];  // what each Merge gets if false, true
    std::set<size_t> choices;
    std::string decision;
  };

  std::optional<Condition> ConditionOf(size_t merge) const {
    const Node& n = nodes_[merge];
    std::vector<std::string> data;
    for (const std::string& in : n.inputs)
      if (!IsControl(in)) data.push_back(in);
    if (data.size() != 2) return std::nullopt;
    Condition c{.merges = {merge}};
    c.when[0].resize(1);
    c.when[1].resize(1);
    for (const std::string& in : data) {
      std::optional<Way> way = WayInto(in);
      if (!way || (way->side != 0 && way->side != 1) || !c.when[way->side][0].empty()) return std::nullopt;
      c.when[way->side][0] = in;
      c.choices.insert(way->choices.begin(), way->choices.end());
    }
    std::string source;
    for (size_t s : c.choices) {
      std::string here = SourceOf(nodes_[s].inputs[1]);
      if (!source.empty() && here != source) return std::nullopt;
      source = here;
      if (const Node* d = NodeOf(here); !d || Is(*d, "LoopCond")) return std::nullopt;
      // tf.cond names its decision once more, so that its Switches are told from those of others.
      if (c.decision.empty() || nodes_[s].inputs[0] != nodes_[s].inputs[1]) c.decision = nodes_[s].inputs[1];
    }
    return c;
  }

  bool RewriteACondition() {
    std::map<std::string, Condition> found;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (dead_[i] || !Is(nodes_[i], "Merge")) continue;
      std::optional<Condition> c = ConditionOf(i);
      if (!c) continue;
      Condition& all = found[c->decision];
      all.decision = c->decision;
      all.merges.push_back(i);
      for (int side : {0, 1}) all.when[side].push_back(c->when[side][0]);
      all.choices.insert(c->choices.begin(), c->choices.end());
    }
    return std::any_of(found.begin(), found.end(), [&](auto& c) { return RewriteCondition(c.second); });
  }

  bool RewriteCondition(const Condition& c) {
    Names in[2];
    std::vector<std::string> arguments;
    Node choice{.op = "If", .inputs = {c.decision}};
    std::unordered_map<std::string, std::string> argument_of;
    for (size_t s : c.choices) {
      const std::string& of = nodes_[s].inputs[0];
      auto [it, is_new] = argument_of.emplace(Full(of), nodes_[s].name);
      for (int side : {0, 1}) in[side][StrCat(nodes_[s].name, ":", side)] = it->second;
      if (!is_new) continue;
      arguments.push_back(it->second);
      choice.inputs.push_back(of);
    }
    const std::string& first = nodes_[c.merges[0]].name;
    std::string prefix = first.substr(0, first.rfind('/') == std::string::npos ? 0 : first.rfind('/') + 1);
    std::set<size_t> used;
    std::optional<std::string> otherwise = AddFunction(StrCat(prefix, "false"), arguments, c.when[0], in[0], &used);
    if (!otherwise) return false;
    std::optional<std::string> then = AddFunction(StrCat(prefix, "true"), arguments, c.when[1], in[1], &used);
    if (!then) {
      graph_.functions.pop_back();
      return false;
    }
    choice.name = UniqueName(StrCat(prefix, "If"));
    choice.attrs["then_branch"] = savedmodel::FunctionAttr{*then};
    choice.attrs["else_branch"] = savedmodel::FunctionAttr{*otherwise};
    for (size_t k = 0; k < c.merges.size(); ++k) BecomeIdentity(c.merges[k], StrCat(choice.name, ":", k));
    left_.insert(used.begin(), used.end());
    left_.insert(c.choices.begin(), c.choices.end());
    AddNode(std::move(choice));
    return true;
  }

  // Drops what went into functions and what nobody reads of the branches.
  void Sweep() {
    for (bool more = true; more;) {
      more = false;
      auto users = Users();
      for (size_t i : left_)
        if (!dead_[i] && users[nodes_[i].name].empty()) more = dead_[i] = true;
    }
    std::vector<Node> kept;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if (!dead_[i]) kept.push_back(std::move(nodes_[i]));
    nodes_ = std::move(kept);
  }

  savedmodel::Graph& graph_;
  std::vector<Node>& nodes_;
  std::unordered_map<std::string, size_t> by_name_;
  std::vector<bool> dead_;
  std::set<size_t> left_;  // nodes of branches: dropped unless others read them, too
};

}  // namespace

void MakeFunctional(savedmodel::Graph& graph) {
  if (std::any_of(graph.nodes.begin(), graph.nodes.end(), IsPrimitive)) Rewriter(graph).Run();
}

}  // namespace slipway::wire
